import { expect, test } from './fixtures.ts';
import { dropCalls } from './network.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

const people = [{ name: 'Maria Silva' }, { name: 'João Souza' }, { name: 'Grace Hopper' }];

test('while scrolled down, new leads are held back behind a button', async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, ...Array.from({ length: 24 }, (_, index) => ({ name: `Lead ${index}` })));
  await screen.open(company, id, step.id);
  await screen.leads.nth(23).scrollIntoViewIfNeeded();
  const [fresh] = await send(step.id, { name: 'Just came' });
  await expect(screen.newLeads).toHaveText('1 new lead');
  await expect(screen.lead(fresh?.id ?? '')).toHaveCount(0);

  await screen.newLeads.click();
  await expect(screen.names.first()).toHaveText('Just came');
  await expect(screen.lead(fresh?.id ?? '')).toBeInViewport();
  await expect(screen.newLeads).toBeHidden();
});

test('shows changes by others immediately', async ({ page, company, panel, send }) => {
  const screen = new StepPage(page);
  const { id, step, steps } = await panel.createFunnel();
  await send(step.id, ...people);
  await screen.open(company, id, step.id);
  await expect(screen.live).toHaveAttribute('data-live', 'open');
  const [fresh] = await send(step.id, { name: 'Just came' });
  await expect(screen.lead(fresh?.id ?? '')).toBeVisible();
  await expect(page.getByText(/^4 leads · 4 today/)).toBeVisible();
  await expect(new Shell(page).announcement).toHaveText('1 new lead');

  await panel.archiveStep(step.id, steps[1]?.id);
  await expect(screen.archivedNote).toBeVisible();
  await expect(screen.leads).toHaveCount(0);
});

test('shows a lead that arrives while its page is loading on a slow computer', {
  tag: '@full',
}, async ({ page, company, panel, send }) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, ...people);
  const computer = await page.context().newCDPSession(page);
  await computer.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  await page.route(/\/steps\//, async (route) => {
    const response = await route.fetch();
    await send(step.id, { name: 'Just came' });
    await route.fulfill({ response });
  });
  await screen.open(company, id, step.id);
  await expect(screen.leads).toHaveCount(4);
});

test('polls for new leads without the event stream', { tag: '@full' }, async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, ...people);
  const restore = await dropCalls(page, 'changes.follow');
  await screen.open(company, id, step.id);
  await expect(screen.live).toHaveAttribute('data-live', 'polling');
  const [fresh] = await send(step.id, { name: 'Just came' });
  await expect(screen.lead(fresh?.id ?? '')).toBeVisible({ timeout: 60_000 });
  await expect(screen.live).toHaveAttribute('data-live', 'polling');

  await restore();
  await expect(screen.live).toHaveAttribute('data-live', 'open');
});

test('shows that it is reconnecting when polling fails', { tag: '@full' }, async ({
  page,
  company,
  panel,
  send,
}) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, ...people);
  const restore = await dropCalls(page, 'leads.list');
  await screen.open(company, id, step.id);
  await expect(screen.live).toHaveAttribute('data-live', 'reconnecting');
  await send(step.id, { name: 'Just came' });
  await expect(screen.leads).toHaveCount(3);

  await restore();
  await expect(screen.live).toHaveAttribute('data-live', 'open');
  await expect(screen.leads).toHaveCount(4);
});
