import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { clickIfVisible, dropCalls } from './network.ts';
import { LeadPage } from './pages/lead-page.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

const people = [
  { name: 'Maria Silva', phones: ['+55 11 98765-4321'] },
  { name: 'João Souza', phones: ['+55 21 91234-5678'], campaignName: 'Spring' },
  { name: 'Grace Hopper', email: 'grace@example.test' },
];

test('a step waits for its first lead, shows more as they arrive, is archived by another member and restored', async ({
  page,
  context,
  company,
  panel,
  send,
}) => {
  const [screen, shell] = [new StepPage(page), new Shell(page)];
  const { id, step, steps } = await panel.createFunnel();
  await screen.open(company, id, step.id);
  await expect(screen.sendFirstLead).toHaveAttribute(
    'href',
    `/${company}/integrate?step=${step.id}`,
  );
  await screen.copyStepId(step.id).click();
  await expect(shell.announcement).toHaveText('Step ID copied');
  expect(await readClipboard(context)).toBe(step.id);

  await expect(screen.live).toHaveText('Waiting for the first lead…');
  const [lead] = await send(step.id, { name: 'Ada Lovelace' });
  await expect(screen.lead(lead?.id ?? '')).toBeVisible();
  await expect(screen.live).toHaveAttribute('data-live', 'open');
  await expect(page.getByText(/^1 lead · 1 today/)).toBeVisible();
  await expect(shell.announcement).toHaveText('1 new lead');
  const [fresh] = await send(step.id, { name: 'Just came' });
  await expect(screen.lead(fresh?.id ?? '')).toBeVisible();
  await expect(page.getByText(/^2 leads · 2 today/)).toBeVisible();

  await panel.archiveStep(step.id, steps[1]?.id);
  await expect(screen.archivedNote).toContainText('404 Funnel step not found');
  await expect(screen.leads).toHaveCount(0);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(screen.archivedNote).toBeHidden();
});

test('a search is in the address, and Back from a lead, whose whole row links to it, keeps it', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  const [, lead] = await send(step.id, ...people);
  await screen.open(company, id, step.id, '?q=souza');
  await expect(screen.search).toHaveValue('souza');
  await expect(screen.names).toHaveText(['João Souza']);
  const row = screen.lead(lead?.id ?? '');
  await expect(row).toContainText('Spring');
  await row.click();
  await expect(new LeadPage(page).heading).toHaveText('João Souza');
  await page.goBack();
  await expect(screen.search).toHaveValue('souza');
  await expect(screen.names).toHaveText(['João Souza']);

  await screen.search.fill('sil');
  await expect(screen.names).toHaveText(['Maria Silva']);
  await expect(page).toHaveURL(/\?q=sil$/);
  await screen.search.fill('no such lead');
  await expect(page.getByRole('heading', { name: 'No lead matches “no such lead”' })).toBeVisible();
  await screen.clearSearch.click();
  await expect(screen.leads).toHaveCount(3);
  await expect(screen.search).toHaveValue('');
  await expect(page).not.toHaveURL(/q=/);
});

test('pages through many leads, newest first, retries a failed page, and holds new leads back meanwhile', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: 'The oldest' });
  await send(step.id, ...Array.from({ length: 28 }, (_, index) => ({ name: `Lead ${index}` })));
  await send(step.id, { name: 'The newest' });
  // The list is read again when the stream opens, which would cancel the fetch of a further page.
  const isRead = page.waitForResponse(/leads\.list/);
  await screen.open(company, id, step.id);
  await expect(screen.leads).toHaveCount(25);
  await expect(screen.names.first()).toHaveText('The newest');
  await isRead;
  const restore = await dropCalls(page, 'leads.list');
  /* Without pressing the button: scrolling is enough. */
  await screen.leads.last().scrollIntoViewIfNeeded();
  await expect(page.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();
  await expect(screen.leads).toHaveCount(25);

  await restore();
  await clickIfVisible(page.getByRole('button', { name: 'Retry' }));
  await expect(screen.leads).toHaveCount(30);
  await expect(screen.names.last()).toHaveText('The oldest');
  await expect(screen.showMore).toBeHidden();

  await screen.leads.last().scrollIntoViewIfNeeded();
  const [fresh] = await send(step.id, { name: 'Just came' });
  await expect(screen.newLeads).toHaveText('1 new lead');
  await expect(screen.lead(fresh?.id ?? '')).toHaveCount(0);
  await screen.newLeads.click();
  await expect(screen.names.first()).toHaveText('Just came');
  await expect(screen.lead(fresh?.id ?? '')).toBeInViewport();
  await expect(screen.newLeads).toBeHidden();
});

test('on a phone the first lead is in the upper third, and a long name takes two lines until all of it is shown', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new StepPage(page);
  const long = 'W'.repeat(200);
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: 'Ada Lovelace' });
  await send(step.id, { name: long });
  await page.setViewportSize({ width: 390, height: 844 });
  await screen.open(company, id, step.id);
  await expect(screen.names).toHaveText([long, 'Ada Lovelace']);
  expect((await screen.leads.first().boundingBox())?.y).toBeLessThan(240);
  await expect(screen.copyStepId(step.id)).toBeVisible();
  await expect(screen.live).toBeVisible();
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
