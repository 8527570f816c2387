import { expect, test } from './fixtures.ts';
import { dropCalls } from './network.ts';
import { StepPage } from './pages/step-page.ts';

const people = [{ name: 'Maria Silva' }, { name: 'João Souza' }, { name: 'Grace Hopper' }];

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
