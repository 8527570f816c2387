import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { open } from './pages/open.ts';

test.use({ role: null });

test('every page opens, has its Markdown, and is accessible on a phone', { tag: '@full' }, async ({
  page,
  api,
  origin,
}) => {
  test.setTimeout(300_000);
  const list = await (await api.get('/llms.txt')).text();
  const urls = [...list.matchAll(/\(([^\s()]+)\.md\)/g)].map(([, url = '']) => url);
  expect(urls.length).toBeGreaterThan(20);

  const found: string[] = [];
  for (const url of urls) {
    const path = url.replace(origin, '');
    await open(page, path);
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    found.push(...(await audit(page, path, [390])));

    const markdown = await api.get(`${path}.md`);
    expect(markdown.headers()['content-type']).toBe('text/markdown; charset=utf-8');
    expect((await markdown.text()).split('\n')[0]).toBe(`# ${title}`);
  }
  expect(found).toEqual([]);
});

/* A page with tables and code, one with a form, one of a form tool, and the results of a search. */
test('pages have no accessibility problems', async ({ page }) => {
  const found: string[] = [];
  for (const path of [
    '/docs/leads',
    '/docs/attribution',
    '/docs/connect-typeform',
    '/docs/search',
  ]) {
    await open(page, path);
    found.push(...(await audit(page, path)));
  }
  expect(found).toEqual([]);
});

test('the samples name the application and its address', async ({ page, origin }) => {
  await open(page, '/docs/quickstart');
  await expect(page.getByRole('main')).toContainText(`${origin}/api/leads/public/YOUR_STEP_ID`);
});

test('a page is found at its former address', async ({ page }) => {
  await open(page, '/docs/rehearsal');
  await expect(page).toHaveURL('/docs/testing');
});

test('the type of a problem leads to the section of its error', async ({ page, api }) => {
  const refused = await api.post('/api/leads/public/x', {
    headers: { Accept: 'application/problem+json' },
    data: {},
  });
  const { type, detail } = await refused.json();
  await open(page, type);

  const section = page.locator(':target');
  await expect(section).toHaveText(detail);
  await expect(section).toBeInViewport();
});

test('a search finds a section, by keyboard', async ({ page }) => {
  await open(page, '/docs');
  const field = page.getByRole('searchbox', { name: 'Search the documentation' });
  await field.fill('Idempotent-Replayed');
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Results for “Idempotent-Replayed”',
  );
  const results = page.getByRole('main').getByRole('listitem');
  await results.filter({ hasText: 'Repeats and retries' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/docs\/repeats/);
});

test('a search without results can be changed', async ({ page }) => {
  await open(page, '/docs/search?q=xylophone');
  const field = page.getByRole('main').getByRole('searchbox');
  await expect(field).toHaveValue('xylophone');
  await field.fill('phones');
  await field.press('Enter');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
});

test('on a phone all pages are behind a menu, which a navigation closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/docs/quickstart');
  const menu = page.getByText('All pages');
  const link = page.getByRole('link', { name: 'Phones' });
  await expect(link).toBeHidden();
  await menu.click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Phone/);
  await expect(link).toBeHidden();
});

test('the pages of form tools are in the navigation below their overview', async ({ page }) => {
  await open(page, '/docs/leads');
  const nav = page.getByRole('navigation', { name: 'Documentation' });
  await expect(nav.getByRole('link', { name: 'Typeform' })).toHaveCount(0);
  await nav.getByRole('link', { name: 'Inbound addresses' }).click();
  await nav.getByRole('link', { name: 'Typeform' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect Typeform');
});

test('the tester says what a body becomes, while it is typed', async ({ page }) => {
  await open(page, '/docs/attribution#try');
  const body = page.getByRole('textbox', { name: 'Body of a request' });
  const result = page.getByTestId('tried-lead');
  await expect(result).toContainText('Channelpaid_social');
  await expect(result).toContainText('Ignoredcity');

  await body.fill('{"name":"Ana","gclid":"x","pageId":"1"}');
  await expect(result).toContainText('Channelpaid_search');
  await expect(result).toContainText('Meta form, page or ad: facebook');
  await body.fill('{"phones":["12"]}');
  await expect(result).toContainText(
    'name: is required (the body has phones); phones[0]: must hold',
  );
  await body.fill('{"name":');
  await expect(result).toContainText('Request body must be valid JSON');
});

test.describe('without a connection', () => {
  test('the tester says that the server cannot be reached', async ({ page, context }) => {
    await open(page, '/docs/attribution');
    const result = page.getByTestId('tried-lead');
    await expect(result).toContainText('201: created');
    await context.setOffline(true);
    await page.getByRole('textbox', { name: 'Body of a request' }).fill('{}');
    await expect(result).toContainText('The server cannot be reached');
  });
});

test.describe('a signed-in reader', () => {
  test.use({ role: 'viewer' });

  test('sees the IDs of their own steps, also in samples', { tag: '@viewer' }, async ({
    page,
    panel,
  }) => {
    const { step } = await panel.createFunnel();
    await open(page, '/docs/steps');
    await expect(page.getByRole('cell', { name: step.id })).toBeVisible();
    await open(page, '/docs/quickstart');
    await expect(page.getByRole('main')).not.toContainText('YOUR_STEP_ID');
    await page.getByRole('link', { name: 'Open panel' }).click();
    await expect(page).toHaveURL(/\/funnels(\/[0-9a-f-]{36})?$/);
  });
});

test('a signed-out reader is led to the steps by way of the sign-in', async ({ page }) => {
  await open(page, '/docs/steps');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/sign-in?callbackUrl=%2Fdocs%2Fsteps');
});

test('an address without a page is not found', async ({ page, api }) => {
  const answer = await page.goto('/docs/nonsense');
  expect(answer?.status()).toBe(404);
  expect((await api.get('/docs/nonsense.md')).status()).toBe(404);
});

test('search engines are shown the documentation and nothing else', async ({ api }) => {
  const robots = await (await api.get('/robots.txt')).text();
  expect(robots.trim().split('\n')).toEqual([
    'User-Agent: *',
    'Allow: /docs',
    'Allow: /llms.txt',
    'Disallow: /',
  ]);
});
