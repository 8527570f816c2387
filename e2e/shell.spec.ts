import { expect, test } from './fixtures.ts';
import { BoardPage } from './pages/board-page.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { open, reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

test('the keyboard gets past the navigation, which marks where a page is, and a page begins at its top', async ({
  page,
  company,
  panel,
}) => {
  const [shell, funnels] = [new Shell(page), new FunnelsPage(page)];
  const funnel = await panel.createFunnel();
  const current = shell.navigation.locator('[aria-current]');
  const isInContent = () => page.evaluate(() => document.activeElement?.closest('main') !== null);
  await page.setViewportSize({ width: 1280, height: 320 });
  await funnels.open(company);

  await test.step('by keyboard', async () => {
    await page.keyboard.press('Tab');
    await expect(shell.skipLink).toBeFocused();
    await expect(shell.skipLink).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(shell.main).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(funnels.newFunnel).toBeFocused();
    await shell.account.press('Enter');
    await expect(shell.menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(shell.menu).toBeHidden();
    await expect(shell.account).toBeFocused();
  });

  await test.step('opened from a screen that was scrolled a little', async () => {
    // Beside the navigation, which scrolls as well.
    await page.mouse.move(640, 200);
    await page.mouse.wheel(0, 40);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(20);
    await funnels.link(funnel.name).dispatchEvent('click');
    await expect(shell.heading).toHaveText(funnel.name);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await expect.poll(isInContent).toBe(true);
    await expect(shell.main).toHaveAccessibleName(funnel.name);
  });

  await test.step('from page to page', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await new BoardPage(page).tab('Steps').click();
    await new FunnelPage(page).stepLinks.first().click();
    await expect(shell.breadcrumbs).toHaveText(`CRM/Funnels/${funnel.name}/First`);
    await expect(shell.breadcrumbs.locator('[aria-current="page"]')).toHaveText('First');
    await expect(page).toHaveTitle(new RegExp(`^First · ${funnel.name} · `));
    await expect(current).toHaveText('Funnels');
    await shell.breadcrumbs.getByRole('link', { name: funnel.name }).click();
    await expect(shell.heading).toHaveText(funnel.name);

    await shell.go('API keys');
    await expect(shell.heading).toHaveText('API keys');
    await expect(current).toHaveText('API keys');
    await expect.poll(isInContent).toBe(true);
    await page.goBack();
    await expect(shell.heading).toHaveText(funnel.name);
    await expect.poll(isInContent).toBe(true);
  });
});

/* The statuses and texts of the others are in check 42. */
test('an unknown address shows a not-found page with a link', async ({ page, company }) => {
  const shell = new Shell(page);
  const answer = await page.goto(`/${company}/leads/0198a1b2-0000-7000-8000-000000000001`);
  expect(answer?.status()).toBe(404);
  await expect(shell.heading).toHaveText('Lead not found');
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL(/\/funnels(\/[0-9a-f-]{36})?$/);
  await expect(shell.navigation).toBeVisible();
});

test('keeps the selected theme, and changes all colors at once where motion is reduced', async ({
  page,
  company,
}) => {
  const shell = new Shell(page);
  const html = page.locator('html');
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, `/${company}/funnels`);
  await expect(html).not.toContainClass('dark');
  const transitions = await page.evaluate(() => {
    document.documentElement.classList.toggle('dark');
    const { length } = document.getAnimations();
    document.documentElement.classList.toggle('dark');
    return length;
  });
  expect(transitions).toBe(0);

  await shell.chooseTheme('Dark');
  await expect(html).toContainClass('dark');
  await reload(page);
  await expect(html).toContainClass('dark');

  await shell.chooseTheme('System');
  await expect(html).not.toContainClass('dark');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(html).toContainClass('dark');
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

test('at medium width the navigation is a rail of icons with names', { tag: '@full' }, async ({
  page,
  company,
}) => {
  const shell = new Shell(page);
  await page.setViewportSize({ width: 1100, height: 700 });
  await open(page, `/${company}/funnels`);

  const link = shell.navigation.getByRole('link', { name: 'API keys' });
  expect((await link.boundingBox())?.width).toBeLessThan(60);
  await link.click();
  await expect(shell.heading).toHaveText('API keys');
});
