import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { dropCalls, failCalls } from './network.ts';
import { arrived, IntegratePage } from './pages/integrate-page.ts';
import { Shell } from './pages/shell.ts';

test.describe.configure({ timeout: 300_000 });

test('reads the list every second while the stream is closed', { tag: '@full' }, async ({
  page,
  panel,
}) => {
  const key = await panel.createKey();
  await dropCalls(page, 'changes.follow');
  const { screen } = await IntegratePage.openForStep(page, panel);
  await screen.haveOne.click();
  await screen.ownSecret.fill(key.secret);
  await screen.send.click();
  /* Before it would be late: then the list is read in any case. */
  await expect(screen.ticks.nth(2)).toHaveText(arrived, { timeout: 8_000 });
});

test('says when a test lead is late, and goes on', { tag: '@full' }, async ({
  page,
  panel,
  send,
}) => {
  const key = await panel.createKey();
  const { screen, funnel } = await IntegratePage.openForStep(page, panel);
  await screen.haveOne.click();
  await screen.ownSecret.fill(key.secret);
  const repair = await failCalls(page, 'leads.list', 'request-4711');
  await screen.send.click();
  await expect(screen.ticks.nth(2)).toContainText("Not on the step's page", { timeout: 20_000 });
  await expect(screen.ticks.nth(2)).toContainText('Something went wrong on our side');
  expect(await audit(page, 'integrate with a late test lead')).toEqual([]);
  repair();
  await send(funnel.step.id, { name: 'Ada Lovelace' });
  await expect(screen.ticks.nth(2)).toHaveText(arrived);
});

test('says that no answer came without a connection', { tag: '@full' }, async ({
  page,
  context,
  panel,
}) => {
  const key = await panel.createKey();
  const { screen } = await IntegratePage.openForStep(page, panel);
  await screen.haveOne.click();
  await screen.ownSecret.fill(key.secret);
  await screen.send.click();
  await expect(screen.ticks.nth(2)).toHaveText(arrived);
  await context.setOffline(true);
  await screen.send.click();
  await expect(screen.ticks.nth(0)).toContainText('The server cannot be reached');
  await expect(new Shell(page).connection).toContainText('offline');
  await context.setOffline(false);
  await expect(new Shell(page).connection).toBeEmpty();
  await screen.send.click();
  await expect(screen.ticks.nth(2)).toHaveText(arrived);
});

test('shows requests that cannot be read, with Retry', { tag: '@full' }, async ({
  page,
  panel,
}) => {
  const key = await panel.createKey();
  const { screen } = await IntegratePage.openForStep(page, panel);
  const repair = await failCalls(page, 'apiKeys.activity', 'request-4711');
  await screen.haveOne.click();
  await screen.ownSecret.fill(key.secret);
  const error = screen.section('Listening').getByRole('alert');
  await expect(error).toContainText('The requests could not be loaded');
  expect(await audit(page, 'integrate with an error')).toEqual([]);
  repair();
  await expect(screen.received).toHaveText('Waiting for the first real request…');
});
