import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { BoardPage } from './pages/board-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { Shell } from './pages/shell.ts';

const maria = { name: 'Maria Silva', phones: ['5511987654321'], campaignName: 'Spring' };
const idOf = (lead: { id: string } | undefined) => lead?.id ?? '';

test('shows the leads of each step as they arrive, and which one waits too long', async ({
  page,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel();
  const [first = '', second = ''] = funnel.steps.map(({ id }) => id);
  const [lead] = await send(
    first,
    { ...maria, utmSource: 'facebook', externalLeadId: 'same' },
    { ...maria, name: 'A name that is much too long for the card '.repeat(4) },
    { name: 'Ada', email: 'ada@example.test', utmSource: 'instagram', externalLeadId: 'same' },
  );
  await page.clock.install();
  await board.open(panel.company, funnel.id);
  await expect(board.heading).toHaveText(funnel.name);
  await expect(board.tab('Board')).toHaveAttribute('aria-current', 'page');
  await expect(board.columns.getByRole('heading')).toHaveText(['First', 'Second']);
  const card = board.cardIn(first, idOf(lead));
  await expect(card).toContainText('Maria Silva');
  await expect(card).toContainText('+55 11 98765 4321');
  await expect(card).toContainText('Facebook · Spring');
  await expect(card.getByRole('img', { name: 'Unread' })).toBeVisible();
  await expect(card).toContainText('just now');
  await expect(card).not.toContainText(/not contacted/i);
  await expect(board.column(first)).toContainText('+3 today');
  await expect(board.count(first)).toHaveText('3 leads');
  await expect(board.column(second)).toContainText('No leads');
  expect(await audit(page, 'board')).toEqual([]);

  const [arrived] = await send(second, { name: 'Grace Hopper' });
  await expect(board.cardIn(second, idOf(arrived))).toBeVisible({ timeout: 5_000 });
  await expect(board.count(second)).toHaveText('1 leads');

  await page.clock.fastForward('32:00');
  await expect(card).toContainText(/due soon, .+: not contacted for 32 min/i);
  await panel.changeLead(idOf(lead), { status: { from: 'new', to: 'contacted' } });
  await expect(card).not.toContainText(/not contacted/i);
  await expect(card).toContainText('32 min ago');
  await board.link(idOf(lead)).click();
  await expect(page).toHaveURL(`/${panel.company}/funnels/${funnel.id}?lead=${idOf(lead)}`);

  const firstScreen = await page.request.get(`/${panel.company}`);
  expect(firstScreen.url()).toMatch(new RegExp(`/${panel.company}/funnels/[0-9a-f-]{36}$`));
});

test('a long column calculates what is visible only when it is used, also of compact cards', async ({
  page,
  panel,
  send,
}) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel();
  const [first = '', second = ''] = funnel.steps.map(({ id }) => id);
  const leads = (amount: number) =>
    Array.from({ length: amount }, (_, n) => ({ name: `Lead ${n}` }));
  await send(first, ...leads(20));
  await send(second, ...leads(12));
  await board.open(panel.company, funnel.id);
  await expect(board.live).toHaveAttribute('data-live', 'open');
  const firstCard = board.cards(first).first();
  const list = board.column(first).getByRole('list');
  // The page has the first leads only; the rest follows.
  await expect(firstCard).toHaveAttribute('aria-setsize', '20');
  await expect(list).toHaveCSS('height', '1992px');
  await expect(firstCard).toHaveCSS('height', '92px');
  await expect(firstCard).not.toHaveCSS('position', 'absolute');
  await firstCard.getByRole('link').focus();
  await expect(firstCard).toHaveCSS('position', 'absolute');
  await expect(board.cards(second).first()).not.toHaveCSS('position', 'absolute');

  const focused = page.locator('[data-lead]:focus-within');
  await page.keyboard.press('End');
  await expect(focused).toHaveAttribute('aria-posinset', '20');
  await page.keyboard.press('ArrowRight');
  await expect(board.column(second).locator(focused)).toHaveAttribute('aria-posinset', '12');

  await board.compact.click();
  await expect(board.compact).toHaveAttribute('aria-pressed', 'true');
  await expect(list).toHaveCSS('height', '1432px');
  await expect(board.cards(first).last()).toHaveCSS('height', '64px');
});

test('filters and searches all columns, and so does its list, also after another screen', async ({
  page,
  panel,
  send,
}) => {
  const [board, list, shell] = [new BoardPage(page), new LeadsPage(page), new Shell(page)];
  const { id, name, step, steps } = await panel.createFunnel();
  const second = steps[1]?.id ?? '';
  const [ada] = await send(step.id, { name: 'Ada Lovelace', utmSource: 'google' });
  const [alan] = await send(step.id, { name: 'Alan Turing', utmSource: 'facebook' });
  const [grace] = await send(second, { name: 'Grace Hopper', utmSource: 'facebook' });
  await board.open(panel.company, id, `?source=google&owner=${crypto.randomUUID()}`);
  await expect(board.card(idOf(ada))).toBeVisible();
  await expect(board.column(second)).toContainText('No lead matches');
  await expect(board.unknownFilters).toContainText('Owner');

  await board.filters.clear.click();
  await expect(board.card(idOf(grace))).toBeVisible();
  await expect(board.unknownFilters).toHaveCount(0);
  await board.filters.choose('Source', 'Facebook');
  await expect(page).toHaveURL(/\?source=facebook$/);
  await expect(board.card(idOf(ada))).toHaveCount(0);
  await expect(board.card(idOf(alan))).toBeVisible();
  await board.search.fill('hopp');
  await expect(board.card(idOf(alan))).toHaveCount(0);
  await expect(board.card(idOf(grace))).toBeVisible();
  await expect(page).toHaveURL(/\?source=facebook&q=hopp$/);

  await board.tab('List').click();
  await expect(list.names).toHaveText(['Grace Hopper']);
  await expect(page).toHaveURL(new RegExp(`/leads\\?funnel=${id}&source=facebook&q=hopp$`));
  await expect(list.search).toHaveValue('hopp');
  await expect(board.tab('List')).toHaveAttribute('aria-current', 'page');
  await list.filters.chip('Source: Facebook').click();
  await list.search.fill('lovel');
  await expect(list.names).toHaveText(['Ada Lovelace']);
  await board.tab('Board').click();
  await expect(board.card(idOf(ada))).toBeVisible();
  await expect(board.card(idOf(grace))).toHaveCount(0);

  await shell.go('Funnels');
  await new FunnelsPage(page).link(name).click();
  await expect(board.search).toHaveValue('lovel');
  await expect(page).toHaveURL(/\?q=lovel$/);
  await expect(board.card(idOf(ada))).toBeVisible();
  await expect(board.card(idOf(grace))).toHaveCount(0);
});

test('each board shows its own filter again, and an address what it says', {
  tag: '@full',
}, async ({ page, panel, send }) => {
  const [board, shell] = [new BoardPage(page), new Shell(page)];
  const [first, second] = [await panel.createFunnel(), await panel.createFunnel()];
  const [ada] = await send(first.step.id, { name: 'Ada Lovelace', utmSource: 'google' });
  const [grace] = await send(first.step.id, { name: 'Grace Hopper', utmSource: 'facebook' });
  const [alan] = await send(second.step.id, { name: 'Alan Turing', utmSource: 'google' });
  await board.open(panel.company, first.id);
  await board.filters.choose('Source', 'Facebook');
  await board.search.fill('grace');
  await expect(page).toHaveURL(/q=grace$/);
  await shell.go('Funnels');
  await new FunnelsPage(page).link(second.name).click();
  await expect(board.card(idOf(alan))).toBeVisible();
  await shell.go('Funnels');
  await new FunnelsPage(page).link(first.name).click();

  await expect(board.card(idOf(grace))).toBeVisible();
  await expect(board.card(idOf(ada))).toHaveCount(0);
  await expect(board.search).toHaveValue('grace');
  await expect(page).toHaveURL(/source=facebook&q=grace$/);
  await board.open(panel.company, first.id);
  await expect(board.card(idOf(ada))).toBeVisible();
});

test('compact cards stay so after a reload', { tag: '@full' }, async ({ page, panel, send }) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel();
  const leads = Array.from({ length: 30 }, (_, n) => ({ name: `Lead ${n + 1}` }));
  const sent = await send(funnel.step.id, ...leads);
  const card = board.card(idOf(sent.at(-1)));
  await board.open(panel.company, funnel.id);
  const height = async () => (await card.boundingBox())?.height;
  expect(await height()).toBe(92);
  await board.compact.click();
  await expect.poll(height).toBe(64);

  await page.reload();
  await expect(board.compact).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(height).toBe(64);
  // The page has the first leads only; the column grows when the rest has come.
  await expect(async () => {
    await board.scrollDown(funnel.step.id);
    await expect(board.card(idOf(sent[0]))).toBeVisible({ timeout: 1_000 });
  }).toPass();
});

test('has no accessibility problems when it is empty or filtered, nor in its menus', {
  tag: '@full',
}, async ({ page, panel, send }) => {
  const board = new BoardPage(page);
  const funnel = await panel.createFunnel({ steps: ['New', 'Contacted', 'Won'] });
  await board.open(panel.company, funnel.id);
  await expect(board.sendFirstLead).toBeVisible();
  const found = await audit(page, 'empty board');
  const [lead] = await send(funnel.step.id, maria);
  await expect(board.card(idOf(lead))).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 800 });
  await board.card(idOf(lead)).hover();
  await board.moveButton(idOf(lead)).click();
  await expect(board.moveTo('Won')).toBeVisible();
  found.push(...(await audit(page, 'move menu', [1280])));
  await page.keyboard.press('Escape');
  await board.menuOf('New').click();
  found.push(...(await audit(page, 'menu of a column', [1280])));
  await page.keyboard.press('Escape');
  await board.open(panel.company, funnel.id, `?status=lost,gone&q=nobody`);
  found.push(...(await audit(page, 'filtered board')));
  const empty = await panel.createFunnel({ steps: [] });
  await board.open(panel.company, empty.id);
  found.push(...(await audit(page, 'board without steps')));

  expect(found).toEqual([]);
});
