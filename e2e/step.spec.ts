import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { clickIfVisible, dropCalls } from './network.ts';
import { LeadPage } from './pages/lead-page.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

const people = [
  { name: 'Maria Silva', phones: ['+55 11 98765-4321'] },
  { name: 'João Souza', phones: ['+55 21 91234-5678'], campaignName: 'Spring' },
  { name: 'Grace Hopper', email: 'grace@example.test' },
];

test('without leads it leads to the code that sends the first one, and waits for it', async ({
  page,
  context,
  company,
  panel,
  send,
}) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  await screen.open(company, id, step.id);
  await expect(screen.sendFirstLead).toHaveAttribute(
    'href',
    `/${company}/integrate?step=${step.id}`,
  );
  await screen.copyStepId(step.id).click();
  await expect(new Shell(page).announcement).toHaveText('Step ID copied');
  expect(await readClipboard(context)).toBe(step.id);

  await expect(screen.live).toHaveText('Waiting for the first lead…');
  const [lead] = await send(step.id, { name: 'Ada Lovelace' });
  await expect(screen.lead(lead?.id ?? '')).toBeVisible();
  await expect(screen.live).toHaveAttribute('data-live', 'open');
  await expect(page.getByText(/^1 lead · 1 today/)).toBeVisible();
});

test('finds leads by the beginning of a word or a part of the phone number', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, ...people);
  await screen.open(company, id, step.id);
  await expect(screen.leads).toHaveCount(3);

  await screen.search.fill('souza joao');
  await expect(screen.names).toHaveText(['João Souza']);
  await screen.search.fill('sil');
  await expect(screen.names).toHaveText(['Maria Silva']);
  await expect(page).toHaveURL(/\?q=sil$/);
  await screen.search.fill('(21) 91234-5678');
  await expect(screen.names).toHaveText(['João Souza']);
  await reload(page);
  await expect(screen.search).toHaveValue('(21) 91234-5678');
  await expect(screen.names).toHaveText(['João Souza']);

  await screen.search.fill('no such lead');
  await expect(page.getByRole('heading', { name: 'No lead matches “no such lead”' })).toBeVisible();
  await screen.clearSearch.click();
  await expect(screen.leads).toHaveCount(3);
  await expect(screen.search).toHaveValue('');
  await expect(page).not.toHaveURL(/q=/);
});

test('pages through many leads, newest first', async ({ page, company, panel, send }) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: 'The oldest' });
  await send(step.id, ...Array.from({ length: 28 }, (_, index) => ({ name: `Lead ${index}` })));
  await send(step.id, { name: 'The newest' });
  await screen.open(company, id, step.id);
  await expect(screen.leads).toHaveCount(25);
  await expect(screen.names.first()).toHaveText('The newest');

  /* Without pressing the button, which may already be gone: scrolling is enough. */
  await screen.leads.last().scrollIntoViewIfNeeded();
  await expect(screen.leads).toHaveCount(30);
  await expect(screen.names.last()).toHaveText('The oldest');
  await expect(screen.showMore).toBeHidden();
});

test('retries a failed page', async ({ page, company, panel, send }) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, ...Array.from({ length: 26 }, (_, index) => ({ name: `Lead ${index}` })));
  // The list is read again when the stream opens, which would cancel the fetch of a further page.
  await dropCalls(page, 'changes.follow');
  await screen.open(company, id, step.id);
  const restore = await dropCalls(page, 'leads.list');
  await screen.showMore.scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();
  await expect(screen.leads).toHaveCount(25);

  await restore();
  await clickIfVisible(page.getByRole('button', { name: 'Retry' }));
  await expect(screen.leads).toHaveCount(26);
});

test('the whole row links to the lead, and Back keeps the search', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  const [, lead] = await send(step.id, ...people);
  await screen.open(company, id, step.id, '?q=souza');
  const row = screen.lead(lead?.id ?? '');
  await expect(row).toContainText('Spring');
  await row.click();
  await expect(new LeadPage(page).heading).toHaveText('João Souza');

  await page.goBack();
  await expect(screen.search).toHaveValue('souza');
  await expect(screen.names).toHaveText(['João Souza']);
});

test('shows submitted markup as text', async ({ page, company, panel, send }) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  const bad = '<img src=x onerror=document.title="broken">';
  const fields = {
    campaignName: bad,
    adName: bad,
    email: bad,
    segment: bad,
    customFields: { bad },
  };
  const [lead] = await send(step.id, { name: bad, ...fields });
  await screen.open(company, id, step.id);
  await expect(screen.names).toHaveText([bad]);
  await screen.names.getByRole('link').click();

  const detail = new LeadPage(page);
  await expect(detail.heading).toHaveText(bad);
  await expect(detail.section('Custom fields')).toContainText(bad);
  await expect(page.getByRole('main').locator('img')).toHaveCount(0);
  await expect(page).toHaveTitle(/^<img/);
  expect(page.url()).toContain(lead?.id);
});

test('a long name takes two lines, its whole text is on its page, and overrides are not obeyed', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new StepPage(page);
  const long = 'W'.repeat(200);
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: 'Ada \u202Efdp.exe' });
  await send(step.id, { name: long });
  await page.setViewportSize({ width: 390, height: 844 });
  await screen.open(company, id, step.id);
  await expect(screen.names).toHaveText([long, 'Ada fdp.exe']);
  await expect
    .poll(async () => (await screen.names.first().boundingBox())?.height ?? 0)
    .toBeLessThan(50);

  await screen.names.getByRole('link').first().click();
  const { heading, timeline } = new LeadPage(page);
  await expect(heading).toHaveText(long);
  /* The page takes the place of what the list knew of the lead. */
  await expect(timeline.first()).toBeVisible();
  const height = async () => (await heading.boundingBox())?.height ?? 0;
  const inTwoLines = () => expect.poll(height).toBeLessThan(60);
  await inTwoLines();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.poll(height).toBeGreaterThan(100);
  await page.getByRole('button', { name: 'Show less' }).click();
  await inTwoLines();
});

test('on a phone the first lead is in the upper third', async ({ page, company, panel, send }) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, ...people);
  await page.setViewportSize({ width: 390, height: 844 });
  await screen.open(company, id, step.id);

  expect((await screen.leads.first().boundingBox())?.y).toBeLessThan(240);
  await expect(screen.copyStepId(step.id)).toBeVisible();
  await expect(screen.live).toBeVisible();
});

test('an archived step shows a notice, and can be restored; its leads have moved', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new StepPage(page);
  const { id, step, steps } = await panel.createFunnel();
  const second = steps[1]?.id ?? '';
  await send(step.id, ...people);
  await panel.archiveStep(step.id, second);
  await screen.open(company, id, step.id);
  await expect(screen.archivedNote).toContainText('404 Funnel step not found');
  await expect(screen.leads).toHaveCount(0);

  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(screen.archivedNote).toBeHidden();
  await screen.open(company, id, second);
  await expect(screen.leads).toHaveCount(3);
});
