import { postLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { clickIfVisible, dropCalls, fakeResponse } from './network.ts';
import { Confirmation, NewFunnelDialog } from './pages/dialogs.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { Shell } from './pages/shell.ts';

test('lists funnels with the leads of each, and moves them', { tag: '@own' }, async ({
  page,
  company,
  panel,
  send,
}) => {
  const funnels = new FunnelsPage(page);
  const { announcement } = new Shell(page);
  const { name, step } = await panel.createFunnel();
  await send(step.id, { name: 'One' }, { name: 'Two' });
  await funnels.open(company);
  const row = funnels.row(name);
  await expect(row.getByRole('cell').nth(0)).toHaveText(/2$/);
  await expect(row.getByRole('cell').nth(1)).toHaveText(/2$/);
  await expect(row.getByRole('cell').nth(2)).toHaveText(/\+2$/);
  await expect(row.getByRole('img')).toHaveAccessibleName(
    '2 leads in the last 14 days, at most 2 on one day',
  );
  await send(step.id, { name: 'Three' });
  await expect(row.getByRole('cell').nth(1)).toHaveText(/3$/);

  await expect(funnels.names).toHaveCount(2);
  const [first = ''] = await funnels.names.allTextContents();
  await funnels.act(name, 'Move up');
  await expect(announcement).toHaveText(`${name} is now number 1 of 2`);
  await expect(funnels.names).toHaveText([name, first]);
  await funnels.act(name, 'Move down');
  await expect(announcement).toHaveText(`${name} is now number 2 of 2`);
  await expect(funnels.names).toHaveText([first, name]);

  await funnels.tab('Archived').click();
  await expect(page.getByRole('heading', { name: 'No archived funnels' })).toBeVisible();
  await page.getByRole('button', { name: 'Show current funnels' }).click();
  await expect(page).toHaveURL(/\/funnels$/);
  await funnels.link(name).click();
  await expect(new FunnelPage(page).heading).toHaveText(name);
});

test('the first funnel is created from a template, with errors at its fields, and kept when that fails', async ({
  page,
  company,
  panel,
}) => {
  const funnels = new FunnelsPage(page);
  const dialog = new NewFunnelDialog(page);
  const name = unique('Flats');
  panel.removeAtEnd(name);
  await funnels.open(company);
  await fakeResponse(page, 'funnels.list', { items: [], counts: { current: 0, archived: 0 } });
  await clickIfVisible(funnels.tab('Archived'));
  await expect(page.getByRole('heading', { name: 'No funnels yet' })).toBeVisible();
  await funnels.newFunnel.click();
  await expect(dialog.name).toBeFocused();
  await dialog.template('Real estate').check();
  await dialog.move(2, 'up').click();
  await expect(dialog.step(1)).toHaveValue('Viewing booked');
  await dialog.remove(5).click();
  await dialog.step(4).press('Enter');
  await expect(dialog.step(5)).toBeFocused();
  await dialog.addStep.click();
  await expect(dialog.step(7)).toBeFocused();
  await dialog.submit.click();
  await expect(dialog.name).toBeFocused();
  await expect(dialog.name).toHaveAccessibleDescription('Enter a name');
  await expect(dialog.step(7)).toHaveAccessibleDescription('Enter a name');

  await dialog.name.fill(name);
  await dialog.step(5).fill('Keys handed over');
  await dialog.step(7).fill('Moved out');
  const restore = await dropCalls(page, 'funnels.create');
  await dialog.submit.click();
  await expect(dialog.failure).toContainText('The server cannot be reached');
  await expect(dialog.name).toHaveValue(name);
  await expect(dialog.step(7)).toHaveValue('Moved out');
  await restore();
  await dialog.submit.click();

  const funnel = new FunnelPage(page);
  await expect(funnel.heading).toHaveText(name);
  await expect(funnel.stepLinks).toHaveText([
    'Viewing booked',
    'Enquiry',
    'Viewed',
    'Offer made',
    'Keys handed over',
    'Lost',
    'Moved out',
  ]);
});

test('keeps the edited steps of each template', { tag: '@full' }, async ({ page, company }) => {
  const funnels = new FunnelsPage(page);
  const dialog = new NewFunnelDialog(page);
  await funnels.open(company);
  await funnels.newFunnel.click();
  await dialog.step(1).fill('Mine');
  await dialog.template('Empty').check();
  await expect(dialog.steps).toHaveCount(0);

  await dialog.template('Sales').check();
  await expect(dialog.step(1)).toHaveValue('Mine');
});

test('archives a funnel once the server can be reached, undoes it, archives it again and restores it', async ({
  page,
  company,
  panel,
  api,
}) => {
  const funnels = new FunnelsPage(page);
  const shell = new Shell(page);
  const confirmation = new Confirmation(page);
  const { name, step } = await panel.createFunnel();
  const { secret } = await panel.createKey();
  const status = async () =>
    (await postLead(api, { stepId: step.id, secret }, { name: 'Ada' })).status();
  await funnels.open(company);
  const restore = await dropCalls(page, 'funnels.archive');
  await funnels.act(name, 'Archive');
  await expect(confirmation.dialog).toContainText('It has no leads.');
  await expect(confirmation.cancel).toBeFocused();
  await confirmation.confirm('Archive funnel').click();
  await expect(confirmation.failure).toContainText('The server cannot be reached');
  await confirmation.cancel.click();
  await expect(funnels.row(name)).toBeVisible();

  await restore();
  await funnels.act(name, 'Archive');
  await confirmation.confirm('Archive funnel').click();
  await expect(funnels.row(name)).toHaveCount(0);
  expect(await status()).toBe(404);
  await shell.undo();
  await expect(funnels.row(name)).toBeVisible();
  expect(await status()).toBe(201);

  await funnels.act(name, 'Archive');
  await confirmation.confirm('Archive funnel').click();
  await expect(funnels.row(name)).toHaveCount(0);
  await funnels.tab('Archived').click();
  await expect(page).toHaveURL(/\?show=archived$/);
  await funnels.restore(name).click();
  await expect(funnels.row(name)).toHaveCount(0);
  await funnels.tab('Current').click();
  await expect(funnels.row(name)).toBeVisible();
});
