import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { unique } from './helpers.ts';
import { answerOneByOne, failCalls, fakeResponse } from './network.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

const people = [
  { name: 'Maria Silva', phones: ['+55 11 98765-4321'] },
  { name: 'João Souza', phones: ['+55 21 91234-5678'], campaignName: 'Spring, early' },
  { name: 'Grace Hopper', email: 'grace@example.test' },
];

test('filters by the address, by its fields and by a search, together, and exports what is found', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new LeadsPage(page);
  const { id, name, step } = await panel.createFunnel();
  await send(step.id, ...people);

  await test.step('the address, without what is unknown, and fields, with chosen columns', async () => {
    await screen.open(company, `funnel=${id}&key=${randomUUID()}&status=gone&from=never`);
    await expect(screen.unknownNote).toContainText('Status, API key, Received from');
    await expect(screen.names).toHaveCount(3);
    await expect(screen.filters.chip(`Funnel: ${name}`)).toBeVisible();
    await screen.filters.choose('Campaign', 'Spring, early');
    await expect(screen.names).toHaveText(['João Souza']);
    await screen.columns.click();
    await page.getByRole('checkbox', { name: 'Source', exact: true }).uncheck();
    await page.getByRole('checkbox', { name: 'Campaign', exact: true }).check();
    await expect(screen.column('Source')).toBeHidden();
    await expect(screen.column('Campaign')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/leads\\?funnel=${id}&campaign=Spring%252C\\+early$`));
    await expect(screen.unknownNote).toBeHidden();
    await screen.filters.chip('Campaign: Spring, early').click();
    await expect(screen.names).toHaveCount(3);
    await screen.filters.choose('Phone', 'Has no phone');
    await expect(screen.names).toHaveText(['Grace Hopper']);
    await screen.filters.change('Phone').click();
    await screen.filters.value('Any').click();
  });

  await test.step('a search, exported', async () => {
    await screen.search.fill('sil');
    await expect(screen.names).toHaveText(['Maria Silva']);
    await expect(page).toHaveURL(/q=sil/);
    const download = page.waitForEvent('download');
    await screen.export.click();
    const file = await readFile(await (await download).path(), 'utf8');
    expect(file).toMatch(/^\uFEFFLead ID,Name,Phones,/);
    expect(file.trim().split('\n')).toEqual([expect.anything(), expect.stringContaining('Maria')]);
  });

  await test.step('nothing found, and all again', async () => {
    await screen.search.fill('no such lead');
    await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
    await screen.filters.clear.last().click();
    await expect(page).toHaveURL(/\/leads$/);
    await expect(screen.search).toHaveValue('');
  });
});

test('leads that are chosen by mouse and keyboard get a status, a step, are deleted, and come back', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new LeadsPage(page);
  const { toast } = new Shell(page);
  const later = unique('Later');
  const { id, step } = await panel.createFunnel({ steps: ['First', later] });
  const undo = (done: string) =>
    toast.filter({ hasText: done }).getByRole('button', { name: 'Undo' });
  await send(step.id, ...people);
  await screen.open(company, `funnel=${id}`);

  await screen.choose('Grace Hopper').click();
  await screen.choose('Maria Silva').click({ modifiers: ['Shift'] });
  await expect(screen.chosen).toContainText('3 chosen');
  await screen.choose('João Souza').press('Space');
  await expect(screen.chosen).toContainText('2 chosen');
  expect(await audit(page, 'leads with a filter and chosen ones')).toEqual([]);
  await screen.action('Status').press('Enter');
  await expect(screen.item('New')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: /^Status: Contacted/ })).toHaveCount(2);
  await expect(screen.chosen).toBeHidden();

  await screen.chooseAll.check();
  await expect(screen.chosen).toContainText('3 chosen');
  await screen.action('Move').click();
  await screen.item(later).click();
  await expect(page.getByRole('cell', { name: later })).toHaveCount(3);
  await expect(screen.chosen).toBeHidden();
  await undo('3 leads moved').click();
  await expect(page.getByRole('cell', { name: later })).toHaveCount(0);
  await expect(page.getByRole('cell', { name: 'First' })).toHaveCount(3);

  await screen.choose('Maria Silva').check();
  await screen.action('Delete').click();
  await expect(screen.names).toHaveText(['Grace Hopper', 'João Souza']);
  await undo('1 lead deleted').click();
  await expect(screen.names).toHaveText(['Grace Hopper', 'João Souza', 'Maria Silva']);
});

test('a change is not called a failure when the list cannot be read after it', {
  tag: '@full',
}, async ({ page, company, panel, send }) => {
  const screen = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, ...people);
  await screen.open(company, `funnel=${id}`);
  await screen.choose('Maria Silva').check();
  const restore = await failCalls(page, 'leads.listAll', 'request-1');
  await screen.action('Delete').click();
  await expect(screen.undo).toBeVisible();
  restore();
  await expect(screen.names).toHaveCount(2);
  await expect(page.getByText('Nothing was changed')).toBeHidden();
  await screen.undo.click();
  await expect(screen.names).toHaveCount(3);
});

test('leads are chosen that match and are not loaded, and changed in parts, which can be cancelled, and taken back', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new LeadsPage(page);
  const { toast } = new Shell(page);
  const { id, step } = await panel.createFunnel();
  const sent = await send(
    step.id,
    ...Array.from({ length: 30 }, (_, n) => ({ name: `Lead ${n}` })),
  );
  const ids = sent.map((lead) => lead.id);
  await screen.open(company, `funnel=${id}`);

  await test.step('those that are not loaded', async () => {
    await screen.chooseAll.check();
    await expect(screen.chosen).toContainText('25 chosen');
    await screen.chooseMatching.click();
    await expect(page.getByText('All 30 that match are chosen.')).toBeVisible();
    await screen.choose('Lead 29').uncheck();
    await expect(page.getByText('All 30 that match are chosen.')).toBeHidden();
    await screen.chooseMatching.click();
    await expect(screen.chosen).toContainText('30 chosen');
    await screen.action('Delete').click();
    await expect(page.getByRole('heading', { name: 'No leads match' })).toBeVisible();
    await screen.undo.click();
    await expect(screen.names).toHaveCount(25);
  });

  /* More than one change takes: one lead is in the second part, and most of the first are erased. */
  const first = [...ids.slice(1), ...Array.from({ length: 971 }, () => randomUUID())];
  const parts = [
    { ids: first, nextCursor: 'second' },
    { ids: ids.slice(0, 1), nextCursor: null },
  ];
  const pages = [...parts, ...parts];
  await fakeResponse(page, 'leads.listIds', { toJSON: () => pages.shift() });
  /* A toast that was replaced is there until it has faded out. */
  const cancel = (progress: string) =>
    toast.filter({ hasText: progress }).getByRole('button', { name: 'Cancel' });
  const setToLost = async () => {
    await screen.chooseAll.check();
    await screen.chooseMatching.click();
    await expect(screen.chosen).toContainText('1,001 chosen');
    await screen.action('Status').click();
    await screen.item('Lost').click();
  };
  const lost = page.getByRole('cell', { name: /^Status: Lost/ });

  await test.step('an undo that was cancelled goes on', async () => {
    await setToLost();
    const done = toast.filter({ hasText: '30 leads set to lost. 971 leads no longer there' });
    const undone = await answerOneByOne(page, 'leads.undoChange');
    await done.getByRole('button', { name: 'Undo' }).click();
    await cancel('Undoing').click();
    await undone();
    const partly = toast.filter({ hasText: 'Undone for 1 lead. Others are not undone' });
    await partly.getByRole('button', { name: 'Undo' }).click();
    await undone();
    await expect(toast.filter({ hasText: /^Undone for 1 lead/ })).toHaveCount(0);
    await expect(lost).toHaveCount(0);
  });

  await test.step('a change that was cancelled leaves the rest chosen', async () => {
    const changed = await answerOneByOne(page, 'leads.changeMany');
    await setToLost();
    await cancel('of 1,001 leads').click();
    await changed();
    const done = '29 leads set to lost. 971 leads no longer there. 1 lead not changed';
    await expect(toast.filter({ hasText: done })).toBeVisible();
    await expect(screen.chosen).toContainText('1 chosen');
  });
});

test('shows the columns that this browser showed last', async ({ page, company, panel, send }) => {
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

test('has no accessibility problems in other states', { tag: '@full' }, async ({
  page,
  company,
  panel,
  send,
}) => {
  test.setTimeout(300_000);
  const screen = new LeadsPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, ...people);
  await screen.open(company, `funnel=${id}&key=${randomUUID()}`);
  await expect(screen.names).toHaveCount(3);
  const found = await audit(page, 'leads');
  await screen.filters.choose('Phone', 'Has a phone');
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
