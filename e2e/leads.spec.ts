import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { answerOneByOne, failCalls } from './network.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

const people = [
  { name: 'Maria Silva', phones: ['+55 11 98765-4321'] },
  { name: 'João Souza', phones: ['+55 21 91234-5678'], campaignName: 'Spring, early' },
  { name: 'Grace Hopper', email: 'grace@example.test' },
];

test('filters by the address, by its fields and by a search, together', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new LeadsPage(page);
  const { id, name, step } = await panel.createFunnel();
  await send(step.id, ...people);
  await screen.open(company, `funnel=${id}`);
  await expect(screen.names).toHaveCount(3);
  await expect(screen.filters.chip(`Funnel: ${name}`)).toBeVisible();

  await screen.filters.choose('Campaign', 'Spring, early');
  await expect(screen.names).toHaveText(['João Souza']);
  await reload(page);
  await expect(screen.names).toHaveText(['João Souza']);
  await screen.filters.chip('Campaign: Spring, early').click();
  await expect(screen.names).toHaveCount(3);

  await screen.filters.choose('Phone', 'Has no phone');
  await expect(screen.names).toHaveText(['Grace Hopper']);
  await screen.filters.change('Phone').click();
  await screen.filters.value('Any').click();
  await screen.search.fill('sil');
  await expect(screen.names).toHaveText(['Maria Silva']);
  await expect(page).toHaveURL(/q=sil/);
  await screen.search.fill('no such lead');
  await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
  await screen.filters.clear.last().click();
  await expect(page).toHaveURL(/\/leads$/);
  await expect(screen.search).toHaveValue('');
});

test('a new lead appears without a reload, and a lead opens over the list', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  await screen.open(company, `funnel=${id}`);
  const [lead] = await send(step.id, { name: 'Ada Lovelace' });

  await expect(screen.lead(lead?.id ?? '')).toContainText(step.name);
  await screen
    .lead(lead?.id ?? '')
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(new RegExp(`funnel=${id}&lead=${lead?.id}$`));
});

test('a link that filters by something deleted says so and shows the rest', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: 'Ada Lovelace' });
  await screen.open(company, `funnel=${id}&key=${randomUUID()}&status=gone&from=never`);

  await expect(screen.unknownNote).toContainText('Status, API key, Received from');
  await expect(screen.names).toHaveText(['Ada Lovelace']);
});

test('moves, then deletes many leads, and undoes both', async ({ page, company, panel, send }) => {
  const screen = new LeadsPage(page);
  const later = unique('Later');
  const { id, step } = await panel.createFunnel({ steps: ['First', later] });
  await send(step.id, ...people);
  await screen.open(company, `funnel=${id}`);
  await expect(screen.names).toHaveCount(3);
  await screen.chooseAll.check();
  await expect(screen.chosen).toContainText('3 chosen');

  await screen.action('Move').click();
  await screen.item(later).click();
  await expect(page.getByRole('cell', { name: later })).toHaveCount(3);
  await expect(screen.chosen).toBeHidden();
  await screen.undo.click();
  await expect(page.getByRole('cell', { name: later })).toHaveCount(0);
  await expect(screen.names).toHaveCount(3);

  await screen.choose('Maria Silva').check();
  const restore = await failCalls(page, 'leads.listAll', 'request-1');
  await screen.action('Delete').click();
  await expect(screen.undo.last()).toBeVisible();
  restore();
  await expect(screen.names).toHaveCount(2);
  await expect(page.getByText('Nothing was changed')).toBeHidden();
  await screen.undo.last().click();
  await expect(screen.names).toHaveCount(3);
});

test('Shift chooses a range, and the keyboard does it all', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  for (const person of people) await send(step.id, person);
  await screen.open(company, `funnel=${id}`);
  await screen.choose('Grace Hopper').click();
  await screen.choose('Maria Silva').click({ modifiers: ['Shift'] });
  await expect(screen.chosen).toContainText('3 chosen');

  await screen.choose('João Souza').press('Space');
  await expect(screen.chosen).toContainText('2 chosen');
  await screen.action('Status').press('Enter');
  await expect(screen.item('New')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: /^Status: Contacted/ })).toHaveCount(2);
});

test('chooses leads that match and are not loaded as well', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, ...Array.from({ length: 30 }, (_, n) => ({ name: `Lead ${n}` })));
  await screen.open(company, `funnel=${id}`);
  await screen.chooseAll.check();
  await expect(screen.chosen).toContainText('25 chosen');
  await screen.chooseMatching.click();
  await expect(screen.chosen).toContainText('30 chosen');
  await expect(page.getByText('All 30 that match are chosen.')).toBeVisible();
  await screen.choose('Lead 29').uncheck();
  await expect(page.getByText('All 30 that match are chosen.')).toBeHidden();
  await screen.chooseMatching.click();
  await expect(screen.chosen).toContainText('30 chosen');

  await screen.action('Delete').click();
  await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
  await screen.undo.click();
  await expect(screen.names.first()).toBeVisible();
});

test('more leads than one change takes are changed in parts, which can be cancelled, and taken back', async ({
  page,
  api,
  company,
  panel,
}) => {
  const screen = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  const { secret } = await panel.createKey({ rateLimit: 10_000 });
  const leads = Array.from({ length: 1_001 }, (_, n) => ({ name: `Lead ${n}` }));
  for (let start = 0; start < leads.length; start += 100) {
    const answer = await api.post(`/api/leads/public/${step.id}/batch`, {
      headers: { 'X-API-Key': secret },
      data: { leads: leads.slice(start, start + 100) },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
  await screen.open(company, `funnel=${id}`);
  await expect(screen.filters.total).toHaveText('1,000+ leads');
  await screen.chooseAll.check();
  await screen.chooseMatching.click();
  await expect(screen.chosen).toContainText('1,001 chosen');

  await screen.action('Status').click();
  await screen.item('Lost').click();
  const { toast } = new Shell(page);
  await expect(toast.filter({ hasText: '1,001 leads set to lost' })).toBeVisible();
  /* One that was replaced is there until it has faded out. */
  const cancel = (progress: string) =>
    toast.filter({ hasText: progress }).getByRole('button', { name: 'Cancel' });
  const undone = await answerOneByOne(page, 'leads.undoChange');
  await screen.undo.click();
  await cancel('Undoing').click();
  await undone();
  const partly = toast.filter({ hasText: 'Undone for 1 lead. Others are not undone' });
  await partly.getByRole('button', { name: 'Undo' }).click();
  await undone();
  await screen.open(company, `funnel=${id}&status=new`);
  await expect(screen.filters.total).toHaveText('1,000+ leads');

  await screen.chooseAll.check();
  await screen.chooseMatching.click();
  await expect(screen.chosen).toContainText('1,001 chosen');
  const changed = await answerOneByOne(page, 'leads.changeMany');
  await screen.action('Status').click();
  await screen.item('Lost').click();
  await cancel('of 1,001 leads').click();
  await changed();
  const done = toast.filter({ hasText: '1,000 leads set to lost. 1 lead not changed' });
  await expect(done).toBeVisible();
  await expect(screen.chosen).toContainText('1 chosen');
});

test('hides columns in this browser', async ({ page, company, panel, send }) => {
  const screen = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: 'Ada Lovelace' });
  await screen.open(company, `funnel=${id}`);
  await screen.columns.click();
  await page.getByRole('checkbox', { name: 'Source', exact: true }).uncheck();
  await page.getByRole('checkbox', { name: 'Campaign', exact: true }).check();
  await expect(screen.column('Source')).toBeHidden();
  await reload(page);
  await expect(screen.column('Source')).toBeHidden();
  await expect(screen.column('Campaign')).toBeVisible();
});

test('exports what is filtered', async ({ page, company, panel, send }) => {
  const screen = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: '=1+1', phones: ['+55 11 98765-4321'] }, { name: 'Grace Hopper' });
  await screen.open(company, `funnel=${id}`);
  await screen.search.fill('grace');
  await expect(screen.names).toHaveText(['Grace Hopper']);
  const found = page.waitForEvent('download');
  await screen.export.click();
  const read = async (file: Awaited<typeof found>) => readFile(await file.path(), 'utf8');
  const one = await read(await found);
  expect(one).toMatch(/^\uFEFFLead ID,Name,Phones,/);
  expect(one.trim().split('\n')).toHaveLength(2);
  expect(one).toContain('Grace Hopper');

  await screen.search.fill('');
  await expect(screen.names).toHaveCount(2);
  const all = page.waitForEvent('download');
  await screen.export.click();
  const file = await all;
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^${company}-leads-\\d{4}-\\d\\d-\\d\\d\\.csv$`),
  );
  expect(await read(file)).toContain(",'=1+1,+5511987654321,");
});

test('has no accessibility problems', async ({ page, company, panel, send }) => {
  test.setTimeout(300_000);
  const screen = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, ...people);
  await screen.open(company, `funnel=${id}&key=${randomUUID()}`);
  await expect(screen.names).toHaveCount(3);
  const found = await audit(page, 'leads');
  await screen.filters.choose('Phone', 'Has a phone');
  await screen.choose('Maria Silva').check();
  found.push(...(await audit(page, 'leads with filters and chosen ones')));
  await screen.filters.add.click();
  await page.getByRole('menuitem', { name: 'Status', exact: true }).click();
  await expect(screen.filters.value('Lost')).toBeVisible();
  found.push(...(await audit(page, 'menu of filters', [1280])));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await screen.search.fill('no such lead');
  await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
  found.push(...(await audit(page, 'no leads that match')));

  expect(found).toEqual([]);
});
