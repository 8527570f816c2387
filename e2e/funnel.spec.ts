import { postLead, sendLead } from './api.ts';
import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { delayCalls, dropCalls } from './network.ts';
import { BoardPage } from './pages/board-page.ts';
import { Confirmation, NameDialog } from './pages/dialogs.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

const steps = ['New', 'Contacted', 'Won'];

test('adds a step once, however often the form is sent, and it accepts leads', async ({
  page,
  company,
  panel,
  api,
}) => {
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
  const refetch = page.waitForRequest(/api\/trpc\/[^?]*funnels\.get/);
  const releaseCalls = await delayCalls(page, 'funnels.get');
  await dialog.name.press('Enter');
  await refetch;
  await dialog.name.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog.dialog).toHaveAttribute('data-open');
  releaseCalls();
  await expect(dialog.dialog).toBeHidden();
  await expect(screen.stepLinks).toHaveText(['Enquiries']);

  const added = (await panel.getFunnel(funnel.id)).steps;
  expect(added).toHaveLength(1);
  const answer = await postLead(api, { stepId: added[0]?.id ?? '', secret }, { name: 'Ada' });
  expect(answer.status()).toBe(201);
});

test('renames a step, also after a reload and a failure; its ID, which can be copied, stays', async ({
  page,
  context,
  company,
  panel,
}) => {
  const screen = new FunnelPage(page);
  const dialog = new NameDialog(page);
  const funnel = await panel.createFunnel({ steps });
  await screen.open(company, funnel.id);
  for (const { id } of funnel.steps) await expect(screen.stepRow(id)).toContainText(id);
  await screen.act('New', 'Rename');
  await dialog.name.fill('Fresh');
  await reload(page);
  await expect(dialog.name).toHaveValue('Fresh');
  const restore = await dropCalls(page, 'steps.rename');
  await dialog.save.click();
  await expect(dialog.failure).toContainText('The server cannot be reached');
  await expect(dialog.name).toHaveValue('Fresh');
  await restore();
  await dialog.save.click();

  await expect(screen.stepLinks).toHaveText(['Fresh', 'Contacted', 'Won']);
  const { id } = funnel.step;
  await expect(screen.stepRow(id)).toContainText('Fresh');
  await screen.copyStepId(id).click();
  await expect(screen.copyStepId(id)).toHaveAttribute('data-copied');
  expect(await readClipboard(context)).toBe(id);
  await screen.act('Won', 'Rename');
  await expect(dialog.name).toHaveValue('Won');
});

test('moves steps with buttons, which keep the focus, and by dragging, and back when that is not saved', async ({
  page,
  company,
  panel,
}) => {
  const screen = new FunnelPage(page);
  const shell = new Shell(page);
  const funnel = await panel.createFunnel({ steps });
  const [first, second] = funnel.steps;
  await screen.open(company, funnel.id);
  await expect(screen.move('New', 'up')).toHaveAttribute('aria-disabled', 'true');
  await expect(screen.move('Won', 'down')).toHaveAttribute('aria-disabled', 'true');
  await screen.move('New', 'down').click();
  await expect(screen.stepLinks).toHaveText(['Contacted', 'New', 'Won']);
  await expect(screen.move('New', 'down')).toBeFocused();
  await expect(shell.announcement).toHaveText('New is now number 2 of 3');
  await page.keyboard.press('Enter');
  await expect(screen.stepLinks).toHaveText(['Contacted', 'Won', 'New']);
  await expect(shell.announcement).toHaveText('New is now number 3 of 3');

  const below = { x: 20, y: 50 };
  await screen
    .grip(second?.id ?? '')
    .dragTo(screen.stepRow(first?.id ?? ''), { targetPosition: below, steps: 5 });
  await expect(screen.stepLinks).toHaveText(['Won', 'New', 'Contacted']);
  await expect(shell.announcement).toHaveText('Contacted is now number 3 of 3');

  const restore = await dropCalls(page, 'steps.reorder');
  await screen.move('Contacted', 'up').click();
  await expect(shell.toast).toContainText('The order was not saved.');
  await expect(screen.stepLinks).toHaveText(['Won', 'New', 'Contacted']);
  await restore();
  await shell.toast.getByRole('button', { name: 'Retry' }).click();
  await expect(screen.stepLinks).toHaveText(['Won', 'Contacted', 'New']);
  await expect(shell.announcement).toHaveText('Contacted is now number 2 of 3');
  const saved = (await panel.getFunnel(funnel.id)).steps.map(({ name }) => name);
  expect(saved).toEqual(['Won', 'Contacted', 'New']);
});

test('a step is archived with its effect shown, its leads move to a chosen step, and both are taken back', async ({
  page,
  company,
  panel,
  api,
}) => {
  const screen = new FunnelPage(page);
  const shell = new Shell(page);
  const confirmation = new Confirmation(page);
  const { dialog } = confirmation;
  const funnel = await panel.createFunnel({ steps });
  const [, contacted, won] = funnel.steps;
  const { name: keyName, secret } = await panel.createKey();
  for (const name of ['Ada', 'Grace'])
    await sendLead(api, { stepId: funnel.step.id, secret }, { name });
  const statusOfWon = async () =>
    (await postLead(api, { stepId: won?.id ?? '', secret }, { name: 'Alan' })).status();
  await screen.open(company, funnel.id);

  await test.step('without leads: it accepts none until it is restored', async () => {
    await screen.act('Won', 'Archive');
    await expect(dialog).toContainText('0 leads by API in the last 24 h.');
    await expect(dialog).toContainText('404 Funnel step not found');
    await confirmation.confirm('Archive step').click();
    await expect(screen.archivedSteps).toContainText('Won');
    await expect(screen.stepLinks).toHaveText(['New', 'Contacted']);
    await expect(shell.main.locator(':focus')).toHaveCount(1);
    expect(await statusOfWon()).toBe(404);
    await screen.archivedSteps.getByRole('button', { name: 'Restore' }).click();
    await expect(screen.archivedSteps).toBeHidden();
    await expect(screen.stepLinks).toHaveCount(3);
    expect(await statusOfWon()).toBe(201);
  });

  await test.step('with leads, which move', async () => {
    const leadsOf = (name: string) =>
      screen.steps.getByRole('row', { name }).getByRole('cell').first();
    await screen.act('New', 'Archive');
    await expect(dialog).toContainText('2 leads by API in the last 24 h.');
    await expect(dialog.getByRole('listitem')).toHaveText([`${keyName}2 leads`]);
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
});

test('a funnel is renamed and archived on its own page, and is read-only there and on its board until it is restored', async ({
  page,
  company,
  panel,
  send,
}) => {
  const [screen, board] = [new FunnelPage(page), new BoardPage(page)];
  const dialog = new NameDialog(page);
  const funnel = await panel.createFunnel();
  const renamed = `${funnel.name}, renamed`;
  const [lead] = await send(funnel.step.id, { name: 'Maria Silva' });
  const id = lead?.id ?? '';
  await screen.open(company, funnel.id);
  await screen.act(funnel.name, 'Rename');
  await expect(dialog.name).toHaveValue(funnel.name);
  await dialog.name.fill(renamed);
  await dialog.save.click();
  await expect(screen.heading).toHaveText(renamed);
  await expect(new Shell(page).announcement).toHaveText(`Renamed to ${renamed}`);

  await screen.act(renamed, 'Archive');
  await new Confirmation(page).confirm('Archive funnel').click();
  await expect(screen.archivedNote).toBeVisible();
  await expect(screen.addStep).toHaveCount(0);
  await board.tab('Board').click();
  await expect(board.card(id)).toBeVisible();
  await expect(board.archivedNote).toBeVisible();
  await expect(board.moveButton(id)).toHaveCount(0);
  await expect(board.tab('Integrate')).toHaveCount(0);

  await screen.restore.click();
  await expect(board.archivedNote).toBeHidden();
  await expect(board.moveButton(id)).toHaveCount(1);
  await expect(board.tab('Integrate')).toBeVisible();
});

test('a name that was typed is gone once it is cancelled, also after a reload', {
  tag: '@full',
}, async ({ page, company, panel }) => {
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
