import { expect } from './fixtures.ts';
import { test } from './gateway.ts';
import { NameDialog } from './pages/dialogs.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { SearchDialog } from './pages/search-dialog.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

/* A page that needs a script whose request the network failed is loaded again. */
test.use({ expectedErrors: [/^ChunkLoadError/] });

test.afterEach(async ({ gateway }) => {
  if (!gateway.isStarted) await gateway.start();
});

test('offline, a link says why it does not open, and keeps the page', async ({
  page,
  context,
  company,
  panel,
  send,
}) => {
  const [shell, screen] = [new Shell(page), new StepPage(page)];
  const { id, step } = await panel.createFunnel();
  const [lead] = await send(step.id, { name: 'Ada Lovelace' });
  await screen.open(company, id, step.id);
  await expect(screen.live).toHaveAttribute('data-live', 'open');
  await context.setOffline(true);
  await expect(shell.connection).toContainText('You are offline.');
  await expect(screen.live).toHaveText(/^Offline since \d\d:\d\d$/);
  await expect(screen.live).toHaveAttribute('data-live', 'closed');

  await shell.go('API keys');
  await expect(shell.toast).toHaveText('You are offline. This page cannot be opened now.');
  await expect(screen.lead(lead?.id ?? '')).toBeVisible();
  await context.setOffline(false);
  await expect(shell.connection).toBeEmpty();
  await expect(screen.live).toHaveAttribute('data-live', 'open');
  expect(page.url()).toContain(step.id);
  await shell.go('API keys');
  await expect(shell.heading).toHaveText('API keys');
});

test('offline, no command and no shortcut opens a page', { tag: '@full' }, async ({
  page,
  context,
  company,
}) => {
  const [shell, search] = [new Shell(page), new SearchDialog(page)];
  await new FunnelsPage(page).open(company);
  await page.keyboard.press('ControlOrMeta+k');
  await expect(search.leads.first()).toBeVisible();
  await context.setOffline(true);
  await expect(shell.connection).toContainText('You are offline.');
  await search.leads.filter({ hasText: 'Go to API keys' }).click();
  await expect(shell.toast).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('l');

  await context.setOffline(false);
  await expect(shell.connection).toBeEmpty();
  await expect(shell.heading).toHaveText('Funnels');
});

test('while the server is unreachable, a link keeps the page, which then shows what it missed', async ({
  page,
  company,
  panel,
  gateway,
  send,
}) => {
  const [shell, screen] = [new Shell(page), new StepPage(page)];
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: 'Ada Lovelace' });
  await screen.open(company, id, step.id);
  await expect(screen.live).toHaveAttribute('data-live', 'open');
  await gateway.stop();
  await expect(shell.connection).toContainText('The server cannot be reached.');
  await expect(screen.live).toHaveAttribute('data-live', 'closed');
  expect(await page.evaluate(() => navigator.onLine)).toBe(true);
  await shell.go('Audit log');
  await expect(shell.toast).toContainText('The server cannot be reached.');
  await expect(screen.leads).toHaveCount(1);

  await gateway.start();
  await send(step.id, { name: 'Grace Hopper' });
  await expect(shell.connection).toBeEmpty();
  await expect(screen.live).toHaveAttribute('data-live', 'open');
  await expect(screen.leads).toHaveCount(2);
  expect(page.url()).toContain(step.id);
});

test('a page whose scripts the network fails is loaded again', { tag: '@full' }, async ({
  page,
  company,
}) => {
  const shell = new Shell(page);
  let isLoadedAgain = false;
  /* Without prefetch, the click requests the scripts. */
  await page.route('**/*', (route) =>
    route.request().headers()['next-router-prefetch'] ? route.abort() : route.continue(),
  );
  await new FunnelsPage(page).open(company);
  await page.route('**/*', (route) => {
    const request = route.request();
    isLoadedAgain ||= request.isNavigationRequest();
    const isLost = !isLoadedAgain && request.url().includes('/_next/static/chunks/');

    return isLost ? route.abort('connectionrefused') : route.fallback();
  });
  await shell.go('Audit log');

  await expect(shell.heading).toHaveText('Audit log');
  await expect.poll(() => isLoadedAgain).toBe(true);
});

test('a dialog no longer says that the server cannot be reached when it can', {
  tag: '@full',
}, async ({ page, company, panel, gateway }) => {
  const [screen, dialog] = [new FunnelsPage(page), new NameDialog(page)];
  const { name } = await panel.createFunnel();
  await screen.open(company);
  await screen.act(name, 'Rename');
  await dialog.name.fill('Another name');
  await gateway.stop();
  await dialog.save.click();
  await expect(dialog.failure).toContainText('The server cannot be reached');

  await gateway.start();
  await expect(dialog.failure).toBeHidden();
  await expect(dialog.name).toHaveValue('Another name');
});
