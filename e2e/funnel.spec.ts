import { postLead, sendLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { delayCalls, dropCalls } from './network.ts';
import { Confirmation, NameDialog } from './pages/dialogs.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

const steps = ['New', 'Contacted', 'Won'];

test('shows each step ID and copies it', async ({ page, context, company, panel }) => {
  const screen = new FunnelPage(page);
  const funnel = await panel.createFunnel({ steps });
  await screen.open(company, funnel.id);
  for (const { id } of funnel.steps) {
    await expect(screen.stepRow(id)).toContainText(id);
    await screen.copyStepId(id).click();
    await expect(screen.copyStepId(id)).toHaveAttribute('data-copied');
    expect(await readClipboard(context)).toBe(id);
  }
});

test('ignores a second submit and Escape while the first submit is pending', async ({
  page,
  company,
  panel,
}) => {
  const screen = new FunnelPage(page);
  const dialog = new NameDialog(page);
  const funnel = await panel.createFunnel({ steps: [] });
  await screen.open(company, funnel.id);
  await screen.addStep.click();
  await dialog.name.fill('Once');
  const refetch = page.waitForRequest(/api\/trpc\/[^?]*funnels\.get/);
  const releaseCalls = await delayCalls(page, 'funnels.get');

  await dialog.name.press('Enter');
  await refetch;
  await dialog.name.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toHaveAttribute('data-open');
  releaseCalls();
  await expect(dialog.dialog).toBeHidden();
  await expect(screen.stepLinks).toHaveText(['Once']);
  expect((await panel.getFunnel(funnel.id)).steps).toHaveLength(1);
});

test('adds a step that accepts leads', async ({ page, company, panel, api }) => {
  const screen = new FunnelPage(page);
  const dialog = new NameDialog(page);
  const funnel = await panel.createFunnel({ steps: [] });
  const { secret } = await panel.createKey();
  await screen.open(company, funnel.id);
  await expect(page.getByRole('heading', { name: 'No steps yet' })).toBeVisible();
  await screen.addStep.click();
  await expect(dialog.save).toHaveText('Add step');
  await dialog.save.click();
  await expect(dialog.name).toBeFocused();
  await expect(dialog.name).toHaveAccessibleDescription(/Enter a name$/);
  await dialog.name.fill('Enquiries');
  await dialog.name.press('Enter');
  await expect(screen.stepLinks).toHaveText(['Enquiries']);

  const [step] = (await panel.getFunnel(funnel.id)).steps;
  const answer = await postLead(api, { stepId: step?.id ?? '', secret }, { name: 'Ada' });
  expect(answer.status()).toBe(201);
});

test('renames a step; its ID stays', async ({ page, company, panel }) => {
  const screen = new FunnelPage(page);
  const dialog = new NameDialog(page);
  const funnel = await panel.createFunnel({ steps });
  await screen.open(company, funnel.id);
  await screen.act('New', 'Rename');
  await dialog.name.fill('Fresh');
  const restore = await dropCalls(page, 'steps.rename');
  await dialog.save.click();
  await expect(dialog.failure).toContainText('The server cannot be reached');
  await expect(dialog.name).toHaveValue('Fresh');
  await restore();
  await dialog.save.click();

  await expect(screen.stepLinks).toHaveText(['Fresh', 'Contacted', 'Won']);
  await expect(screen.stepRow(funnel.step.id)).toContainText('Fresh');
});

test('moves steps with buttons, which keep the focus', async ({ page, company, panel }) => {
  const screen = new FunnelPage(page);
  const funnel = await panel.createFunnel({ steps });
  await screen.open(company, funnel.id);
  await expect(screen.move('New', 'up')).toHaveAttribute('aria-disabled', 'true');
  await expect(screen.move('Won', 'down')).toHaveAttribute('aria-disabled', 'true');

  await screen.move('New', 'down').click();
  await expect(screen.stepLinks).toHaveText(['Contacted', 'New', 'Won']);
  await expect(screen.move('New', 'down')).toBeFocused();
  await expect(new Shell(page).announcement).toHaveText('New is now number 2 of 3');
  await page.keyboard.press('Enter');
  await expect(screen.stepLinks).toHaveText(['Contacted', 'Won', 'New']);
  await expect(new Shell(page).announcement).toHaveText('New is now number 3 of 3');

  await reload(page);
  await expect(screen.stepLinks).toHaveText(['Contacted', 'Won', 'New']);
});

test('moves steps by dragging', async ({ page, company, panel }) => {
  const screen = new FunnelPage(page);
  const funnel = await panel.createFunnel({ steps });
  const [first, , last] = funnel.steps;
  await screen.open(company, funnel.id);
  const below = { x: 20, y: 50 };
  await screen
    .grip(first?.id ?? '')
    .dragTo(screen.stepRow(last?.id ?? ''), { targetPosition: below, steps: 5 });

  await expect(screen.stepLinks).toHaveText(['Contacted', 'Won', 'New']);
  await expect(new Shell(page).announcement).toHaveText('New is now number 3 of 3');
});

test('restores the order when saving fails, and offers a retry', async ({
  page,
  company,
  panel,
}) => {
  const screen = new FunnelPage(page);
  const shell = new Shell(page);
  const funnel = await panel.createFunnel({ steps });
  await screen.open(company, funnel.id);
  const restore = await dropCalls(page, 'steps.reorder');
  await screen.move('Won', 'up').click();
  await expect(shell.toast).toContainText('The order was not saved.');
  await expect(screen.stepLinks).toHaveText(steps);

  await restore();
  await shell.toast.getByRole('button', { name: 'Retry' }).click();
  await expect(screen.stepLinks).toHaveText(['New', 'Won', 'Contacted']);
  await expect(shell.announcement).toHaveText('Won is now number 2 of 3');
});

test('an archived step accepts no leads until it is restored', async ({
  page,
  company,
  panel,
  api,
}) => {
  const screen = new FunnelPage(page);
  const shell = new Shell(page);
  const confirmation = new Confirmation(page);
  const funnel = await panel.createFunnel({ steps });
  const { secret } = await panel.createKey();
  const status = async () =>
    (await postLead(api, { stepId: funnel.step.id, secret }, { name: 'Ada' })).status();
  await screen.open(company, funnel.id);
  await screen.act('New', 'Archive');
  await expect(confirmation.dialog).toContainText('404 Funnel step not found');
  await confirmation.confirm('Archive step').click();
  await expect(screen.archivedSteps).toContainText('New');
  await expect(screen.stepLinks).toHaveText(['Contacted', 'Won']);
  await expect(shell.main.locator(':focus')).toHaveCount(1);
  expect(await status()).toBe(404);

  await screen.archivedSteps.getByRole('button', { name: 'Restore' }).click();
  await expect(screen.archivedSteps).toBeHidden();
  await expect(screen.stepLinks).toHaveCount(3);
  expect(await status()).toBe(201);
});

test('archiving says how many leads the API sent in 24 hours, and with which keys', async ({
  page,
  company,
  panel,
  api,
}) => {
  const screen = new FunnelPage(page);
  const { dialog, cancel } = new Confirmation(page);
  const funnel = await panel.createFunnel({ steps });
  const key = await panel.createKey();
  const call = { stepId: funnel.step.id, secret: key.secret };
  for (const name of ['Ada', 'Grace']) await sendLead(api, call, { name });
  await screen.open(company, funnel.id);
  await screen.act('New', 'Archive');
  await expect(dialog).toContainText('2 leads by API in the last 24 h.');
  await expect(dialog.getByRole('listitem')).toHaveText([`${key.name}2 leads`]);
  await cancel.click();

  await screen.act('Won', 'Archive');
  await expect(dialog).toContainText('0 leads by API in the last 24 h.');
});

test('a step that is archived moves its leads to a chosen step, and gets them back with Undo', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new FunnelPage(page);
  const shell = new Shell(page);
  const confirmation = new Confirmation(page);
  const { dialog } = confirmation;
  const funnel = await panel.createFunnel({ steps });
  const [, contacted] = funnel.steps;
  const leadsOf = (name: string) =>
    screen.steps.getByRole('row', { name }).getByRole('cell').first();
  await send(funnel.step.id, { name: 'Ada' }, { name: 'Grace' });
  await screen.open(company, funnel.id);
  await screen.act('New', 'Archive');
  const target = dialog.getByLabel('Its 2 leads move to');
  const confirm = confirmation.confirm('Move 2 leads and archive');
  await expect(target.locator('optgroup').first()).toHaveAttribute('label', funnel.name);
  await expect(target.locator(`option[value="${contacted?.id}"]`)).toHaveCount(1);
  await expect(target.locator(`option[value="${funnel.step.id}"]`)).toHaveCount(0);
  await confirm.click();
  await expect(target).toHaveAccessibleDescription('Choose a step');

  await target.selectOption(contacted?.id ?? '');
  await confirm.click();
  await expect(screen.archivedSteps).toContainText('New');
  await expect(leadsOf('Contacted')).toHaveText('Leads2');
  await expect(shell.toast).toContainText('New archived, 2 leads moved to Contacted');
  await shell.undo();
  await expect(screen.archivedSteps).toBeHidden();
  await expect(leadsOf('New')).toHaveText('Leads2');
  await expect(leadsOf('Contacted')).toHaveText('Leads0');
});

test('an archived funnel shows a notice and is restored from its page', async ({
  page,
  company,
  panel,
}) => {
  const screen = new FunnelPage(page);
  const funnel = await panel.createFunnel({ steps });
  await panel.archiveFunnel(funnel.id);
  await screen.open(company, funnel.id);
  await expect(screen.archivedNote).toBeVisible();
  await expect(screen.addStep).toHaveCount(0);

  await screen.restore.click();
  await expect(screen.archivedNote).toBeHidden();
  await expect(screen.addStep).toBeVisible();
});

test('is renamed and archived from its own page', async ({ page, company, panel }) => {
  const screen = new FunnelPage(page);
  const dialog = new NameDialog(page);
  const funnel = await panel.createFunnel();
  await screen.open(company, funnel.id);
  await screen.act(funnel.name, 'Rename');
  await dialog.name.fill(`${funnel.name}, renamed`);
  await dialog.save.click();
  await expect(screen.heading).toHaveText(`${funnel.name}, renamed`);

  await screen.act(`${funnel.name}, renamed`, 'Archive');
  await new Confirmation(page).confirm('Archive funnel').click();
  await expect(screen.archivedNote).toBeVisible();
  await new Shell(page).undo();
  await expect(screen.archivedNote).toBeHidden();
});

test('a name that was typed is there again after a reload, until it is cancelled', async ({
  page,
  company,
  panel,
}) => {
  const [screen, dialog] = [new FunnelPage(page), new NameDialog(page)];
  const funnel = await panel.createFunnel({ steps });
  await screen.open(company, funnel.id);
  await screen.act('New', 'Rename');
  await dialog.name.fill('First contact');
  await reload(page);
  await expect(dialog.name).toHaveValue('First contact');
  await dialog.cancel.click();
  await screen.act('Won', 'Rename');
  await expect(dialog.name).toHaveValue('Won');
  await reload(page);

  await screen.act('New', 'Rename');
  await expect(dialog.name).toHaveValue('New');
});
