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

test('a search without results can be changed, finds a section, and is accessible', async ({
  page,
}) => {
  await open(page, '/docs/leads');
  const field = page.getByRole('searchbox', { name: 'Search the documentation' });
  await field.fill('xylophone');
  await field.press('Enter');
  const again = page.getByRole('main').getByRole('searchbox');
  await expect(again).toHaveValue('xylophone');
  await again.fill('Idempotent-Replayed');
  await again.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Results for “Idempotent-Replayed”',
  );
  const results = page.getByRole('main').getByRole('listitem');
  await expect(results.first()).toBeVisible();
  expect(await audit(page, 'results of a search')).toEqual([]);

  await results.filter({ hasText: 'Repeats and retries' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/\/docs\/repeats/);
});

test('on a phone all pages are behind a menu, which a navigation closes, and form tools below their overview', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/docs/leads');
  const menu = page.getByText('All pages');
  const nav = page.getByRole('navigation', { name: 'Documentation' });
  const overview = nav.getByRole('link', { name: 'Inbound addresses' });
  const tool = nav.getByRole('link', { name: 'Typeform' });
  await expect(overview).toBeHidden();
  await menu.click();
  await expect(overview).toBeVisible();
  await expect(tool).toHaveCount(0);
  await overview.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbound addresses');
  await expect(overview).toBeHidden();

  await menu.click();
  await tool.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Connect Typeform');
});

/* A page with tables and a form. */
test('the tester says what a body becomes while it is typed, or that the server cannot be reached', async ({
  page,
  context,
}) => {
  await open(page, '/docs/attribution#try');
  const body = page.getByRole('textbox', { name: 'Body of a request' });
  const result = page.getByTestId('tried-lead');
  await expect(result).toContainText('Channelpaid_social');
  await expect(result).toContainText('Ignoredcity');
  expect(await audit(page, 'a page with a form')).toEqual([]);

  await body.fill('{"name":"Ana","gclid":"x","pageId":"1"}');
  await expect(result).toContainText('Channelpaid_search');
  await expect(result).toContainText('Meta form, page or ad: facebook');
  await body.fill('{"name":');
  await expect(result).toContainText('Request body must be valid JSON');
  await context.setOffline(true);
  await body.fill('{}');
  await expect(result).toContainText('The server cannot be reached');
});

test.describe('a signed-in reader', () => {
  test.use({ role: 'viewer' });

  test('sees the IDs of their own steps, also in samples', { tag: '@viewer' }, async ({
    page,
    panel,
  }) => {
    const { step } = await panel.createFunnel();
    await open(page, '/docs/quickstart');
    await expect(page.getByRole('cell', { name: step.id })).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText('YOUR_STEP_ID');
    await expect(page.getByRole('link', { name: 'Open panel' })).toHaveAttribute('href', '/');
  });
});
