import { expect, test } from './fixtures.ts';
import { BoardPage } from './pages/board-page.ts';

const maria = { name: 'Maria Silva', phones: ['5511987654321'], campaignName: 'Spring' };
const idOf = (lead: { id: string } | undefined) => lead?.id ?? '';

test('shows a lead in two browsers as soon as it is sent', async ({
  page,
  browser,
  sessionOf,
  panel,
  send,
}) => {
  const funnel = await panel.createFunnel();
  const other = await browser.newPage({ storageState: await sessionOf('admin') });
  const boards = [new BoardPage(page), new BoardPage(other)];
  for (const board of boards) {
    await board.open(panel.company, funnel.id);
    await expect(board.live).toHaveAttribute('data-live', 'open');
  }
  const [lead] = await send(funnel.step.id, maria);

  for (const board of boards) {
    await expect(board.cardIn(funnel.step.id, idOf(lead))).toBeVisible({ timeout: 5_000 });
    await expect(board.count(funnel.step.id)).toHaveText('1 leads');
  }
  await other.close();
});

test('loads more of a long column, and holds new leads back while it is scrolled', async ({
  page,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel();
  const many = Array.from({ length: 60 }, (_, n) => ({ name: `Lead ${n}` }));
  const [oldest] = await send(funnel.step.id, { name: 'Oldest' });
  await send(funnel.step.id, ...many);
  await board.open(panel.company, funnel.id);
  await expect(board.live).toHaveAttribute('data-live', 'open');
  await expect(async () => {
    await board.scrollDown(funnel.step.id);
    await expect(board.card(idOf(oldest))).toBeInViewport({ timeout: 1_000 });
  }).toPass();
  const rendered = await board.cards(funnel.step.id).count();
  expect(rendered).toBeLessThan(40);

  const [arrived] = await send(funnel.step.id, maria);
  await expect(board.newLeads(funnel.step.id)).toHaveText('1 new lead');
  await expect(board.card(idOf(oldest))).toBeInViewport();
  await board.newLeads(funnel.step.id).click();
  await expect(board.card(idOf(arrived))).toBeInViewport();
  await expect(board.newLeads(funnel.step.id)).toHaveCount(0);
});

test('shows what arrived during repeated cuts of the network', async ({
  page,
  context,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel();
  await board.open(panel.company, funnel.id);
  await expect(board.live).toHaveAttribute('data-live', 'open');
  for (let cut = 1; cut <= 3; cut += 1) {
    await context.setOffline(true);
    await expect(board.live).toHaveAttribute('data-live', 'closed');
    const [lead] = await send(funnel.step.id, { name: `During cut ${cut}` });
    await context.setOffline(false);
    await expect(board.card(idOf(lead))).toBeVisible();
  }
  await expect(board.cards(funnel.step.id)).toHaveCount(3);
});

test('while paused, leads wait above each column and are counted', async ({
  page,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel();
  const [, second] = funnel.steps;
  const [first] = await send(funnel.step.id, maria);
  await board.open(panel.company, funnel.id);
  await board.pause.click();
  await expect(board.live).toHaveAttribute('data-live', 'paused');

  await send(funnel.step.id, { name: 'Second' }, { name: 'Third' });
  await send(second?.id ?? '', { name: 'Fourth' });
  await expect(board.newLeads(funnel.step.id)).toHaveText('2 new leads');
  await expect(board.newLeads(second?.id ?? '')).toHaveText('1 new lead');
  await expect(board.cards()).toHaveCount(1);

  await board.newLeads(funnel.step.id).click();
  await expect(board.cards(funnel.step.id)).toHaveCount(3);
  await board.resume.click();
  await expect(board.cards()).toHaveCount(4);
  await expect(board.newLeads(second?.id ?? '')).toHaveCount(0);
  await expect(board.card(idOf(first))).toBeVisible();
});
