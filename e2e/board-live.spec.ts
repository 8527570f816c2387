import { expect, test } from './fixtures.ts';
import { BoardPage } from './pages/board-page.ts';

const maria = { name: 'Maria Silva', phones: ['5511987654321'], campaignName: 'Spring' };
const idOf = (lead: { id: string } | undefined) => lead?.id ?? '';

test('a scrolled column holds new leads back, but none that the user moves there', async ({
  page,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel();
  const [first = '', second = ''] = funnel.steps.map(({ id }) => id);
  const many = Array.from({ length: 55 }, (_, n) => ({ name: `Lead ${n}` }));
  const [oldest] = await send(second, { name: 'Oldest' });
  await send(second, ...many);
  const [beside] = await send(first, { name: 'Beside the second one' }, { name: 'At the top' });
  await board.open(panel.company, funnel.id);
  await expect(board.live).toHaveAttribute('data-live', 'open');
  const scrollDown = () =>
    expect(async () => {
      await board.scrollDown(second);
      await expect(board.card(idOf(oldest))).toBeInViewport({ timeout: 1_000 });
    }).toPass();
  await scrollDown();
  const rendered = await board.cards(second).count();
  expect(rendered).toBeLessThan(40);

  const arrived = await send(second, { name: 'Arrived' }, maria);
  await expect(board.newLeads(second)).toHaveText('2 new leads');
  await expect(board.card(idOf(oldest))).toBeInViewport();
  await expect(board.tabStops).toHaveCount(1);
  // The second one from the top is held back.
  await board.link(idOf(beside)).focus();
  await page.keyboard.press('ArrowRight');
  await expect(board.column(second).locator('a:focus')).toBeInViewport();
  await board.newLeads(second).click();
  await expect(board.card(idOf(arrived[1]))).toBeInViewport();
  await expect(board.newLeads(second)).toHaveCount(0);

  await scrollDown();
  const [moved] = await send(first, { name: 'Moved' });
  await board.link(idOf(moved)).focus();
  await page.keyboard.press('m');
  await expect(board.moveTo('First')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(board.cardIn(second, idOf(moved)).getByRole('link')).toBeFocused();
  await expect(board.card(idOf(moved))).toBeInViewport();
  await expect(board.newLeads(second)).toHaveCount(0);
});

test('shows what arrived while it was paused, and during repeated cuts of the network', async ({
  page,
  context,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel();
  const [first = '', second = ''] = funnel.steps.map(({ id }) => id);
  const [lead] = await send(first, maria);
  await board.open(panel.company, funnel.id);
  await board.pause.click();
  await expect(board.live).toHaveAttribute('data-live', 'paused');
  await send(first, { name: 'Second' }, { name: 'Third' });
  await send(second, { name: 'Fourth' });
  await expect(board.newLeads(first)).toHaveText('2 new leads');
  await expect(board.newLeads(second)).toHaveText('1 new lead');
  await expect(board.cards()).toHaveCount(1);

  await board.newLeads(first).click();
  await expect(board.cards(first)).toHaveCount(3);
  await board.resume.click();
  await expect(board.cards()).toHaveCount(4);
  await expect(board.newLeads(second)).toHaveCount(0);
  await expect(board.card(idOf(lead))).toBeVisible();

  await expect(board.live).toHaveAttribute('data-live', 'open');
  for (let cut = 1; cut <= 3; cut += 1) {
    await context.setOffline(true);
    await expect(board.live).toHaveAttribute('data-live', 'closed');
    const [arrived] = await send(second, { name: `During cut ${cut}` });
    await context.setOffline(false);
    await expect(board.card(idOf(arrived))).toBeVisible();
  }
  await expect(board.cards(second)).toHaveCount(4);
});
