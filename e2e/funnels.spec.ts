import { postLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { clickIfVisible, dropCalls, fakeResponse } from './network.ts';
import { Confirmation, NameDialog, NewFunnelDialog } from './pages/dialogs.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

test('shows the lead counts of each funnel', async ({ page, company, panel, send }) => {
  const funnels = new FunnelsPage(page);
  const funnel = await panel.createFunnel();
  await send(funnel.step.id, { name: 'One' }, { name: 'Two' });
  await funnels.open(company);

  const row = funnels.row(funnel.name);
  await expect(row.getByRole('cell').nth(0)).toHaveText(/2$/);
  await expect(row.getByRole('cell').nth(1)).toHaveText(/2$/);
  await expect(row.getByRole('cell').nth(2)).toHaveText(/\+2$/);
  await expect(row.getByRole('img')).toHaveAccessibleName(
    '2 leads in the last 14 days, at most 2 on one day',
  );
  await send(funnel.step.id, { name: 'Three' });
  await expect(row.getByRole('cell').nth(1)).toHaveText(/3$/);
  await funnels.link(funnel.name).click();
  await expect(new FunnelPage(page).heading).toHaveText(funnel.name);
});

test('creates a funnel from a template', async ({ page, company, panel }) => {
  const funnels = new FunnelsPage(page);
  const dialog = new NewFunnelDialog(page);
  const name = unique('Flats');
  panel.removeAtEnd(name);
  await funnels.open(company);
  await funnels.newFunnel.click();
  await expect(dialog.name).toBeFocused();
  await dialog.name.fill(name);
  await dialog.template('Real estate').check();
  await dialog.move(2, 'up').click();
  await expect(dialog.step(1)).toHaveValue('Viewing booked');
  await dialog.remove(5).click();
  await dialog.step(4).press('Enter');
  await expect(dialog.step(5)).toBeFocused();
  await dialog.step(5).fill('Keys handed over');
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
  ]);
});

test('shows errors at the fields of a new funnel and keeps the input', async ({
  page,
  company,
  panel,
}) => {
  const funnels = new FunnelsPage(page);
  const dialog = new NewFunnelDialog(page);
  const name = unique('Funnel');
  panel.removeAtEnd(name);
  await funnels.open(company);
  await funnels.newFunnel.click();
  await dialog.addStep.click();
  await expect(dialog.step(6)).toBeFocused();
  await dialog.submit.click();
  await expect(dialog.name).toBeFocused();
  await expect(dialog.name).toHaveAccessibleDescription('Enter a name');
  await expect(dialog.step(6)).toHaveAccessibleDescription('Enter a name');

  await dialog.name.fill(name);
  await dialog.step(6).fill('Invoiced');
  const restore = await dropCalls(page, 'funnels.create');
  await dialog.submit.click();
  await expect(dialog.failure).toContainText('The server cannot be reached');
  await expect(dialog.name).toHaveValue(name);
  await expect(dialog.step(6)).toHaveValue('Invoiced');

  await restore();
  await dialog.submit.click();
  await expect(new FunnelPage(page).stepLinks).toHaveCount(6);
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

test('renames a funnel', async ({ page, company, panel }) => {
  const funnels = new FunnelsPage(page);
  const dialog = new NameDialog(page);
  const funnel = await panel.createFunnel();
  const renamed = unique('Renamed');
  await funnels.open(company);
  await funnels.act(funnel.name, 'Rename');
  await expect(dialog.name).toHaveValue(funnel.name);
  await dialog.name.fill('');
  await dialog.save.click();
  await expect(dialog.name).toHaveAccessibleDescription('Enter a name');

  await dialog.name.fill(renamed);
  await dialog.name.press('Enter');
  await expect(dialog.dialog).toBeHidden();
  await expect(funnels.link(renamed)).toBeVisible();
  await expect(funnels.link(funnel.name)).toHaveCount(0);
  await expect(new Shell(page).announcement).toHaveText(`Renamed to ${renamed}`);
});

test('reorders funnels', { tag: '@own' }, async ({ page, company, panel }) => {
  const funnels = new FunnelsPage(page);
  const shell = new Shell(page);
  await panel.createFunnel();
  await funnels.open(company);
  await expect(funnels.names).toHaveCount(2);
  const [first = '', second = ''] = await funnels.names.allTextContents();
  await funnels.act(second, 'Move up');
  await expect(funnels.names).toHaveText([second, first]);
  await expect(shell.announcement).toHaveText(`${second} is now number 1 of 2`);

  await reload(page);
  await expect(funnels.names).toHaveText([second, first]);
  await funnels.act(second, 'Move down');
  await expect(shell.announcement).toHaveText(`${second} is now number 2 of 2`);
  await expect(funnels.names).toHaveText([first, second]);
});

test('archives a funnel, undoes it, archives it again and restores it', async ({
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
  await funnels.act(name, 'Archive');
  await expect(confirmation.dialog).toContainText('It has no leads.');
  await expect(confirmation.cancel).toBeFocused();
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
  await reload(page);
  await funnels.restore(name).click();
  await expect(funnels.row(name)).toHaveCount(0);
  await funnels.tab('Current').click();
  await expect(funnels.row(name)).toBeVisible();
});

test('a failed archive shows the reason and changes nothing', async ({ page, company, panel }) => {
  const funnels = new FunnelsPage(page);
  const confirmation = new Confirmation(page);
  const { name } = await panel.createFunnel();
  await funnels.open(company);
  await dropCalls(page, 'funnels.archive');
  await funnels.act(name, 'Archive');
  await confirmation.confirm('Archive funnel').click();

  await expect(confirmation.failure).toContainText('The server cannot be reached');
  await confirmation.cancel.click();
  await expect(funnels.row(name)).toBeVisible();
});

test('without funnels it explains their purpose', async ({ page, company }) => {
  const funnels = new FunnelsPage(page);
  await funnels.open(company);
  await fakeResponse(page, 'funnels.list', { items: [], counts: { current: 0, archived: 0 } });
  await clickIfVisible(funnels.tab('Archived'));
  await expect(page.getByRole('heading', { name: 'No funnels yet' })).toBeVisible();

  await funnels.newFunnel.click();
  await expect(new NewFunnelDialog(page).dialog).toBeVisible();
});

test('without archived funnels it links to the current ones', async ({ page, company }) => {
  const funnels = new FunnelsPage(page);
  await funnels.open(company);
  await fakeResponse(page, 'funnels.list', { items: [], counts: { current: 2, archived: 0 } });
  await funnels.tab('Archived').click();
  await expect(page.getByRole('heading', { name: 'No archived funnels' })).toBeVisible();

  await page.getByRole('button', { name: 'Show current funnels' }).click();
  await expect(page).toHaveURL(/\/funnels$/);
});
