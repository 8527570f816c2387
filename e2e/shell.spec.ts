import { expect, test } from './fixtures.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { open, reload, waitForScreen } from './pages/open.ts';
import { Shell } from './pages/shell.ts';
import { SignInPage } from './pages/sign-in-page.ts';

test('marks the current screen', async ({ page, company, panel }) => {
  const shell = new Shell(page);
  const funnel = await panel.createFunnel();
  const current = shell.navigation.locator('[aria-current]');
  await open(page, `/${company}/funnels/${funnel.id}/steps/${funnel.step.id}`);
  await expect(current).toHaveText('Funnels');
  await expect(shell.breadcrumbs).toHaveText(`CRM/Funnels/${funnel.name}/First`);
  await expect(shell.breadcrumbs.locator('[aria-current="page"]')).toHaveText('First');
  await expect(page).toHaveTitle(new RegExp(`^First · ${funnel.name} · `));

  await shell.breadcrumbs.getByRole('link', { name: funnel.name }).click();
  await expect(shell.heading).toHaveText(funnel.name);
  await shell.go('API keys');
  await expect(shell.heading).toHaveText('API keys');
  await expect(current).toHaveText('API keys');
});

test('keeps the selected theme', async ({ page, company }) => {
  const shell = new Shell(page);
  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, `/${company}/funnels`);
  await expect(html).not.toContainClass('dark');

  await shell.chooseTheme('Dark');
  await expect(html).toContainClass('dark');
  await reload(page);
  await expect(html).toContainClass('dark');

  await shell.chooseTheme('System');
  await expect(html).not.toContainClass('dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toContainClass('dark');
});

test('a theme changes all colors at once where motion is reduced', async ({ page, company }) => {
  await open(page, `/${company}/funnels`);
  const transitions = await page.evaluate(() => {
    document.documentElement.classList.toggle('dark');
    return document.getAnimations().length;
  });

  expect(transitions).toBe(0);
});

test('switches to another company and its data', { tag: '@own' }, async ({
  page,
  panel,
  company,
  otherCompany,
}) => {
  const shell = new Shell(page);
  const { name } = await panel.createFunnel();
  await open(page, `/${company}/funnels`);
  await expect(shell.companySwitcher).toContainText('Initech Sales');
  await expect(new FunnelsPage(page).link(name)).toBeVisible();
  await shell.chooseCompany('Initech Labs');

  await expect(page).toHaveURL(`/${otherCompany.slug}/funnels`);
  await expect(shell.companySwitcher).toContainText('Initech Labs');
  await expect(new FunnelsPage(page).link('New customers')).toBeVisible();
  await expect(new FunnelsPage(page).link(name)).toHaveCount(0);

  await shell.go('Audit log');
  await expect(shell.heading).toHaveText('Audit log');
  await shell.chooseCompany('Initech Sales');
  await expect(page).toHaveURL(`/${company}/settings/audit-log`);
});

test('a screen that is opened from one that was scrolled a little begins at its top', async ({
  page,
  company,
  panel,
}) => {
  const funnel = await panel.createFunnel();
  const screen = new FunnelsPage(page);
  await page.setViewportSize({ width: 1280, height: 320 });
  await screen.open(company);
  // Beside the navigation, which scrolls as well.
  await page.mouse.move(640, 200);
  await page.mouse.wheel(0, 40);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20);
  await screen.link(funnel.name).dispatchEvent('click');
  await expect(new Shell(page).heading).toHaveText(funnel.name);

  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('after a navigation the content has the focus, with the title as its name', async ({
  page,
  company,
  panel,
}) => {
  const shell = new Shell(page);
  const funnel = await panel.createFunnel();
  const isInContent = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
  await open(page, `/${company}/funnels`);
  await page.getByRole('link', { name: funnel.name }).click();
  await expect(shell.heading).toHaveText(funnel.name);
  await expect.poll(isInContent).toBe(true);
  await expect(shell.main).toHaveAccessibleName(funnel.name);

  await shell.go('API keys');
  await expect(shell.heading).toHaveText('API keys');
  await expect.poll(isInContent).toBe(true);
  await page.goBack();
  await expect(shell.heading).toHaveText(funnel.name);
  await expect.poll(isInContent).toBe(true);
});

for (const [role, path] of [
  ['admin', 'settings/api-keys'],
  ['agent', 'account'],
] as const) {
  test.describe(`of an ${role}`, () => {
    test.use({ role });

    test('the addresses without a screen lead to the first settings', async ({ page, company }) => {
      for (const address of ['/settings', `/${company}/settings`]) {
        await open(page, address);
        await expect(page).toHaveURL(`/${company}/${path}`);
      }
    });
  });
}

test('on a wide screen lists use 1600 px', { tag: '@full' }, async ({ page, company, panel }) => {
  const funnel = await panel.createFunnel();
  await page.setViewportSize({ width: 2000, height: 900 });
  for (const path of [
    'funnels',
    `funnels/${funnel.id}/steps`,
    'settings/api-keys',
    'settings/audit-log',
  ]) {
    await open(page, `/${company}/${path}`);
    await expect
      .poll(async () => (await page.getByRole('table').first().boundingBox())?.width)
      .toBeGreaterThan(1_590);
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true });

  test('the navigation is a sheet', async ({ page, company }) => {
    const shell = new Shell(page);
    await open(page, `/${company}/funnels`);
    await expect(shell.navigation).toBeHidden();

    await shell.openNavigation.click();
    await expect(shell.sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shell.sheet).toBeHidden();
    await expect(shell.openNavigation).toBeFocused();

    await shell.openNavigation.click();
    await shell.sheet.getByRole('link', { name: 'API keys' }).click();
    await expect(shell.heading).toHaveText('API keys');
    await expect(shell.sheet).toBeHidden();
  });
});

test('at medium width the navigation is a rail of icons with names', async ({ page, company }) => {
  const shell = new Shell(page);
  await page.setViewportSize({ width: 1100, height: 700 });
  await open(page, `/${company}/funnels`);

  const link = shell.navigation.getByRole('link', { name: 'API keys' });
  expect((await link.boundingBox())?.width).toBeLessThan(60);
  await link.click();
  await expect(shell.heading).toHaveText('API keys');
});

test('the first Tab focuses the skip link', async ({ page, company }) => {
  const shell = new Shell(page);
  await open(page, `/${company}/funnels`);
  await page.keyboard.press('Tab');
  await expect(shell.skipLink).toBeFocused();
  await expect(shell.skipLink).toBeInViewport();

  await page.keyboard.press('Enter');
  await expect(shell.main).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(new FunnelsPage(page).newFunnel).toBeFocused();
});

test('menus open and close by keyboard', async ({ page, company }) => {
  const shell = new Shell(page);
  await open(page, `/${company}/funnels`);
  await shell.account.press('Enter');
  await expect(shell.menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(shell.menu).toBeHidden();
  await expect(shell.account).toBeFocused();
});

/* Its session ends, so it has one of its own. */
test.describe('in a session of its own', () => {
  test.use({ role: null });

  test('signing out ends the access to the panel', async ({ page, company, memberOf }) => {
    const signIn = new SignInPage(page);
    await signIn.open(`/${company}/funnels`);
    await signIn.signIn(await memberOf('admin'));
    await waitForScreen(page, /\/funnels$/);
    await new Shell(page).signOut();
    await expect(page).toHaveURL(/\/sign-in$/);

    await page.goto(`/${company}/funnels`);
    await expect(page).toHaveURL(/\/sign-in\?callbackUrl=/);
  });
});

test('shows a banner while offline and keeps the content', async ({ page, context, company }) => {
  const shell = new Shell(page);
  await open(page, `/${company}/funnels`);
  const banner = page.getByText('You are offline.');
  await context.setOffline(true);
  await expect(banner).toBeVisible();
  await expect(shell.heading).toHaveText('Funnels');

  await context.setOffline(false);
  await expect(banner).toBeHidden();
});

test('unknown addresses show a not-found page with a link', async ({ page, company }) => {
  const shell = new Shell(page);
  for (const path of [
    `/${company}/nowhere`,
    `/${company}/funnels/not-an-id`,
    `/${company}/leads/0198a1b2-0000-7000-8000-000000000001`,
    '/no-such-company/funnels',
  ]) {
    const answer = await page.goto(path);
    expect.soft(answer?.status(), path).toBe(404);
    await expect.soft(shell.heading, path).toHaveText(/not found/i);
  }
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL(/\/funnels(\/[0-9a-f-]{36})?$/);
  await expect(shell.navigation).toBeVisible();
});

test('a company of another application is not found', { tag: '@own' }, async ({ page }) => {
  const answer = await page.goto('/globex-sales/funnels');

  expect(answer?.status()).toBe(404);
});
