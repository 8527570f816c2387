import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { answerOneByOne, failCalls } from './network.ts';
import { BoardPage } from './pages/board-page.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { ShortcutsDialog } from './pages/shortcuts-dialog.ts';

const maria = { name: 'Maria Silva', phones: ['5511987654321'], campaignName: 'Spring' };
const idOf = (lead: { id: string } | undefined) => lead?.id ?? '';

test('a card is dragged to another step, and the move is undone', async ({ page, panel, send }) => {
  const board = new BoardPage(page);
  const shell = new Shell(page);
  const funnel = await panel.createFunnel();
  const second = funnel.steps[1]?.id ?? '';
  const [lead] = await send(funnel.step.id, maria);
  await board.open(panel.company, funnel.id);
  await board.column(second).hover();
  await expect(board.card(idOf(lead))).toHaveAttribute('draggable', 'true');
  await board.drag(idOf(lead), second);

  await expect(board.cardIn(second, idOf(lead)).getByRole('link')).toBeFocused();
  await expect(shell.announcement).toHaveText('Maria Silva moved to Second');
  await expect(board.count(second)).toHaveText('1 leads');
  await shell.undo();
  await expect(board.cardIn(funnel.step.id, idOf(lead))).toBeVisible();
  await reload(page);
  await expect(board.cardIn(funnel.step.id, idOf(lead))).toBeVisible();
});

test('the keyboard moves the focus and the lead', async ({ page, panel, send }) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel({ steps: ['First', 'Second', 'Third'] });
  const [, second, third] = funnel.steps;
  const [older] = await send(funnel.step.id, { name: 'Older' });
  const [newer] = await send(funnel.step.id, { name: 'Newer' });
  const [far] = await send(third?.id ?? '', { name: 'Far' });
  await board.open(panel.company, funnel.id);
  await board.link(idOf(newer)).focus();
  await page.keyboard.press('ArrowDown');
  await expect(board.link(idOf(older))).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(board.link(idOf(far))).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(board.link(idOf(newer))).toBeFocused();

  await page.keyboard.press('m');
  await expect(board.moveTo('First')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(board.cardIn(second?.id ?? '', idOf(newer))).toBeVisible();
  await expect(board.link(idOf(newer))).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`lead=${idOf(newer)}$`));
});

test('a card that the server refuses to move goes back, and can be moved again', async ({
  page,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel();
  const second = funnel.steps[1]?.id ?? '';
  const [lead] = await send(funnel.step.id, maria);
  await board.open(panel.company, funnel.id);
  const restore = await failCalls(page, 'leads.move', 'request-1');
  await board.card(idOf(lead)).hover();
  await board.moveButton(idOf(lead)).click();
  await board.moveTo('Second').click();

  const toast = page.getByText('Maria Silva was not moved to Second. Something went wrong');
  await expect(toast.first()).toBeVisible();
  await expect(board.cardIn(funnel.step.id, idOf(lead))).toBeVisible();
  restore();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect(board.cardIn(second, idOf(lead))).toBeVisible();
});

test('who moves a card second is told of the first move', async ({ page, panel, send }) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel({ steps: ['First', 'Second', 'Third'] });
  const [first, second, third] = funnel.steps;
  const [lead] = await send(funnel.step.id, maria);
  await page.route(/changes\.follow/, (route) => route.abort());
  await board.open(panel.company, funnel.id);
  await board.card(idOf(lead)).hover();
  await board.moveButton(idOf(lead)).click();
  await panel.moveLead(idOf(lead), { from: first?.id ?? '', to: second?.id ?? '' });
  await board.moveTo('Third').click();

  const toast = page.getByText(
    /Maria Silva was not moved to Third\. .+ moved it to Second first\./,
  );
  await expect(toast.first()).toBeVisible();
  await expect(board.cardIn(second?.id ?? '', idOf(lead))).toBeVisible();
  await page.getByRole('button', { name: 'Move to Third', exact: true }).click();
  await expect(board.cardIn(third?.id ?? '', idOf(lead))).toBeVisible();
});

test('a card that is moved again before the answer stays where it was put last', async ({
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
  await expect(board.cardIn(third, idOf(lead))).toBeVisible();
  const refreshed = page.waitForResponse(/leads\.board/);
  await answer();
  await refreshed;

  await expect(board.cardIn(third, idOf(lead))).toBeVisible();
  await answer();
  await expect(shell.announcement).toHaveText('Maria Silva moved to Third');
  await shell.undo();
  await expect(board.cardIn(funnel.steps[1]?.id ?? '', idOf(lead))).toBeVisible();
});

test('a card is moved again from where a failed move has left it', async ({
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

/** More leads than a column shows without scrolling. */
const long = {
  steps: ['First', 'Second', 'Third'],
  leads: Array.from({ length: 30 }, (_, n) => ({ name: `Lead ${n}` })),
};

test('the keys skip leads that a scrolled column holds back', async ({ page, panel, send }) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel({ steps: long.steps });
  const [, second = '', third = ''] = funnel.steps.map(({ id }) => id);
  const [oldest] = await send(second, { name: 'Oldest' });
  await send(second, ...long.leads);
  await board.open(panel.company, funnel.id);
  await expect(board.live).toHaveAttribute('data-live', 'open');
  await expect(async () => {
    await board.scrollDown(second);
    await expect(board.card(idOf(oldest))).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  await send(second, { name: 'Arrived' });
  await expect(board.newLeads(second)).toHaveText('1 new lead');
  await expect(board.tabStops).toHaveCount(1);

  const [far] = await send(third, { name: 'Far' });
  await board.link(idOf(far)).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(board.column(second).locator('a:focus')).toBeInViewport();
});

test('a scrolled column shows a lead that the user moves there', async ({ page, panel, send }) => {
  const board = new BoardPage(page);
  const shell = new Shell(page);
  const funnel = await panel.createFunnel({ steps: long.steps });
  const [first = '', second = ''] = funnel.steps.map(({ id }) => id);
  const [oldest] = await send(second, { name: 'Oldest' });
  await send(second, ...long.leads);
  const [moved] = await send(first, { name: 'Moved' });
  const [dragged] = await send(first, { name: 'Dragged' });
  await board.open(panel.company, funnel.id);
  const scrollDown = () =>
    expect(async () => {
      await board.scrollDown(second);
      await expect(board.card(idOf(oldest))).toBeInViewport({ timeout: 1_000 });
    }).toPass();
  await scrollDown();
  await board.link(idOf(moved)).focus();
  await page.keyboard.press('m');
  await expect(board.moveTo('First')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(board.cardIn(second, idOf(moved)).getByRole('link')).toBeFocused();
  await expect(board.card(idOf(moved))).toBeInViewport();

  await scrollDown();
  await board.card(idOf(dragged)).hover();
  await expect(board.card(idOf(dragged))).toHaveAttribute('draggable', 'true');
  await board.drag(idOf(dragged), second);
  await expect(shell.announcement).toHaveText('Dragged moved to Second');
  await expect(board.newLeads(second)).toHaveCount(0);
});

test('letters act on a card, unless they are turned off', async ({
  page,
  context,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const shell = new Shell(page);
  const shortcuts = new ShortcutsDialog(page);
  const funnel = await panel.createFunnel();
  const [lead] = await send(funnel.step.id, maria);
  await board.open(panel.company, funnel.id);
  await board.link(idOf(lead)).focus();
  await page.keyboard.press('y');
  await expect(shell.announcement).toHaveText('Lead ID copied');
  await expect(board.card(idOf(lead))).toContainText('ID copied');
  expect(await readClipboard(context)).toBe(idOf(lead));
  await expect(board.card(idOf(lead))).not.toContainText('ID copied');

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
