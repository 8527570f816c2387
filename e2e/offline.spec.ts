import { expect } from './fixtures.ts';
import { test } from './gateway.ts';
import { NameDialog } from './pages/dialogs.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { Shell } from './pages/shell.ts';
import { StepPage } from './pages/step-page.ts';

/* A page that needs a script whose request the network failed is loaded again. */
test.use({ expectedErrors: [/^ChunkLoadError/] });

test.afterEach(async ({ gateway }) => {
  if (!gateway.isStarted) await gateway.start();
});

test('offline, a link keeps the page and opens when the browser is online', async ({
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
  await expect(shell.connection).toContainText('The page that you chose opens then.');
  await expect(screen.lead(lead?.id ?? '')).toBeVisible();
  expect(page.url()).toContain(step.id);
  await context.setOffline(false);
  await expect(shell.heading).toHaveText('API keys');
  await expect(shell.connection).toBeEmpty();
});

test('a link that was clicked offline can be given up', async ({ page, context, company }) => {
  const shell = new Shell(page);
  await new FunnelsPage(page).open(company);
  await context.setOffline(true);
  await expect(shell.connection).toContainText('You are offline.');
  await shell.go('API keys');
  await shell.connection.getByRole('button', { name: 'Stay on this page' }).click();

  await context.setOffline(false);
  await expect(shell.connection).toBeEmpty();
  await expect(shell.heading).toHaveText('Funnels');
});

test('while the server is away, the panel stays, and goes on when it is back', async ({
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
  await expect(shell.connection).toContainText('The page that you chose opens then.');
  await expect(screen.leads).toHaveCount(1);

  await gateway.start();
  await expect(shell.heading).toHaveText('Audit log');
  await expect(shell.connection).toBeEmpty();
});

test('is live again after the server was away, with what it missed', async ({
  page,
  company,
  panel,
  gateway,
  send,
}) => {
  const screen = new StepPage(page);
  const { id, step } = await panel.createFunnel();
  await send(step.id, { name: 'Ada Lovelace' });
  await screen.open(company, id, step.id);
  await expect(screen.live).toHaveAttribute('data-live', 'open');
  await gateway.stop();
  await expect(screen.live).toHaveAttribute('data-live', 'closed');
  await gateway.start();
  await send(step.id, { name: 'Grace Hopper' });

  await expect(screen.live).toHaveAttribute('data-live', 'open');
  await expect(screen.leads).toHaveCount(2);
});

test('a navigation whose request the network fails is repeated, without a page load', async ({
  page,
  company,
  panel,
}) => {
  const funnel = await panel.createFunnel();
  await new FunnelsPage(page).open(company);
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.route(/_rsc=/, (route) => route.abort('connectionrefused'), { times: 2 });
  await new FunnelsPage(page).link(funnel.name).click();

  await expect(new Shell(page).heading).toHaveText(funnel.name);
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
});

test('a page whose scripts the network fails is loaded again', async ({ page, company }) => {
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

test('a dialog no longer says that the server cannot be reached when it can', async ({
  page,
  company,
  panel,
  gateway,
}) => {
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
