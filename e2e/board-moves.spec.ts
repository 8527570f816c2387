import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { answerOneByOne } from './network.ts';
import { BoardPage } from './pages/board-page.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { ShortcutsDialog } from './pages/shortcuts-dialog.ts';

const maria = { name: 'Maria Silva', phones: ['5511987654321'], campaignName: 'Spring' };
const idOf = (lead: { id: string } | undefined) => lead?.id ?? '';

test('a card is dragged and moved back, and the keyboard copies its ID, moves and opens it', async ({
  page,
  context,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const shell = new Shell(page);
  const funnel = await panel.createFunnel({ steps: ['First', 'Second', 'Third'] });
  const [first = '', second = '', third = ''] = funnel.steps.map(({ id }) => id);
  const [older] = await send(first, { name: 'Older' });
  const [newer] = await send(first, { name: 'Newer' });
  const [far] = await send(third, { name: 'Far' });
  await board.open(panel.company, funnel.id);
  await board.column(second).hover();
  await expect(board.card(idOf(older))).toHaveAttribute('draggable', 'true');
  await board.drag(idOf(older), second);
  await expect(board.cardIn(second, idOf(older)).getByRole('link')).toBeFocused();
  await expect(shell.announcement).toHaveText('Older moved to Second');
  await expect(board.count(second)).toHaveText('1 leads');
  await shell.undo();
  await expect(board.cardIn(first, idOf(older))).toBeVisible();
  await expect(shell.announcement).toHaveText('Older moved back to First');

  await board.link(idOf(newer)).focus();
  await page.keyboard.press('ArrowDown');
  await expect(board.link(idOf(older))).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(board.link(idOf(far))).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(board.link(idOf(newer))).toBeFocused();
  await page.keyboard.press('y');
  await expect(shell.announcement).toHaveText('Lead ID copied');
  await expect(board.card(idOf(newer))).toContainText('ID copied');
  expect(await readClipboard(context)).toBe(idOf(newer));

  await page.keyboard.press('m');
  await expect(board.moveTo('First')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(board.cardIn(second, idOf(newer))).toBeVisible();
  await expect(board.link(idOf(newer))).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`lead=${idOf(newer)}$`));
});

test('a move that comes second or fails is taken back and offered again, and the last of two counts', async ({
  page,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const shell = new Shell(page);
  const funnel = await panel.createFunnel({ steps: ['First', 'Second', 'Third'] });
  const [first = '', second = '', third = ''] = funnel.steps.map(({ id }) => id);
  const [lead] = await send(first, maria);
  const id = idOf(lead);
  await page.route(/changes\.follow/, (route) => route.abort());
  await board.open(panel.company, funnel.id);

  await test.step('another member has moved it', async () => {
    await board.card(id).hover();
    await board.moveButton(id).click();
    await panel.moveLead(id, { from: first, to: second });
    await board.moveTo('Third').click();
    const refusal = /Maria Silva was not moved to Third\. .+ moved it to Second first\./;
    await expect(page.getByText(refusal).first()).toBeVisible();
    await expect(board.cardIn(second, id)).toBeVisible();
    await page.getByRole('button', { name: 'Move to Third', exact: true }).click();
    await expect(board.cardIn(third, id)).toBeVisible();
    await expect(shell.announcement).toHaveText('Maria Silva moved to Third');
  });

  const answer = await answerOneByOne(page, 'leads.move');
  await test.step('the server refuses it', async () => {
    await board.moveCard(id, 'Second');
    await answer('failure');
    const refusal = page.getByText('Maria Silva was not moved to Second. Something went wrong');
    await expect(refusal.first()).toBeVisible();
    await expect(board.cardIn(third, id)).toBeVisible();
    await page.getByRole('button', { name: 'Retry', exact: true }).click();
    await answer();
    await expect(shell.announcement).toHaveText('Maria Silva moved to Second');
    await expect(board.cardIn(second, id)).toBeVisible();
  });

  await test.step('it is moved again before the answer', async () => {
    await board.moveCard(id, 'Third');
    await board.moveCard(id, 'First');
    await expect(board.cardIn(first, id)).toBeVisible();
    const refreshed = page.waitForResponse(/leads\.board/);
    await answer();
    await refreshed;
    await expect(board.cardIn(first, id)).toBeVisible();
    await answer();
    await expect(shell.announcement).toHaveText('Maria Silva moved to First');
    const done = shell.toast.filter({ hasText: 'Maria Silva moved to First' });
    await done.getByRole('button', { name: 'Undo' }).click();
    await expect(board.cardIn(third, id)).toBeVisible();
  });
});

test('a card is moved again from where a failed move has left it', { tag: '@full' }, async ({
  page,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const shell = new Shell(page);
  const funnel = await panel.createFunnel({ steps: ['First', 'Second', 'Third'] });
  const third = funnel.steps[2]?.id ?? '';
  const [lead] = await send(funnel.step.id, maria);
  await board.open(panel.company, funnel.id);
  const answer = await answerOneByOne(page, 'leads.move');
  await board.moveCard(idOf(lead), 'Second');
  await board.moveCard(idOf(lead), 'Third');
  await answer('failure');
  await answer();

  await expect(shell.announcement).toHaveText('Maria Silva moved to Third');
  await reload(page);
  await expect(board.cardIn(third, idOf(lead))).toBeVisible();
});

test('a scrolled column shows a lead that is dragged there', { tag: '@full' }, async ({
  page,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const shell = new Shell(page);
  const funnel = await panel.createFunnel();
  const [first = '', second = ''] = funnel.steps.map(({ id }) => id);
  const [oldest] = await send(second, { name: 'Oldest' });
  await send(second, ...Array.from({ length: 30 }, (_, n) => ({ name: `Lead ${n}` })));
  const [dragged] = await send(first, { name: 'Dragged' });
  await board.open(panel.company, funnel.id);
  await expect(async () => {
    await board.scrollDown(second);
    await expect(board.card(idOf(oldest))).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await board.card(idOf(dragged)).hover();
  await expect(board.card(idOf(dragged))).toHaveAttribute('draggable', 'true');
  await board.drag(idOf(dragged), second);
  await expect(shell.announcement).toHaveText('Dragged moved to Second');
  await expect(board.newLeads(second)).toHaveCount(0);
});

test('letters do nothing with a card when they are turned off', { tag: '@full' }, async ({
  page,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const shortcuts = new ShortcutsDialog(page);
  const funnel = await panel.createFunnel();
  const [lead] = await send(funnel.step.id, maria);
  await board.open(panel.company, funnel.id);
  await page.keyboard.press('?');
  await shortcuts.switch.uncheck();
  await shortcuts.close.click();
  await board.link(idOf(lead)).focus();
  await page.keyboard.press('y');
  await page.keyboard.press('m');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`lead=${idOf(lead)}$`));
  await expect(board.menu).toHaveCount(0);
  await expect(board.card(idOf(lead))).not.toContainText('ID copied');
});
