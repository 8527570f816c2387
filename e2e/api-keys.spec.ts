import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { readClipboard } from './helpers.ts';
import { clickIfVisible, dropCalls, failCalls, fakeResponse } from './network.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { KeyDialog } from './pages/dialogs.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { reload } from './pages/open.ts';
import { Shell } from './pages/shell.ts';

const counts = { all: 3, active: 3, inactive: 0, expired: 0 };

test('keys are listed with their details, and filtered; the address keeps the filter', async ({
  page,
  context,
  company,
  origin,
  panel,
}) => {
  const keys = new ApiKeysPage(page);
  const funnel = await panel.createFunnel();
  const active = await panel.createKey({ funnelIds: [funnel.id] });
  const inactive = await panel.createKey();
  await panel.deactivateKey(inactive.id);
  await keys.open(company);
  const row = keys.row(active.name);
  await expect(row).toContainText(active.hint);
  await expect(row).toContainText('Never');
  await row.getByText('Send leads · 1 funnel').click();
  await expect(row.getByRole('listitem')).toHaveText(funnel.name);
  await page.getByRole('button', { name: 'Copy base URL' }).click();
  await expect(new Shell(page).announcement).toHaveText('Copied');
  expect(await readClipboard(context)).toBe(`${new URL(origin).origin}/api`);
  await expect(page.getByRole('link', { name: /^OpenAPI document/ })).toHaveAttribute(
    'href',
    '/api/openapi.json',
  );

  await keys.tab('Inactive').click();
  await expect(page).toHaveURL(/\?status=inactive$/);
  await expect(keys.row(inactive.name)).toBeVisible();
  await expect(row).toHaveCount(0);
  await reload(page);
  await expect(keys.tab('Inactive')).toHaveAttribute('aria-selected', 'true');
  await expect(keys.row(inactive.name)).toBeVisible();
  /* Where tests share a company, others change keys meanwhile. */
  await expect(async () => {
    expect(await keys.tab('Inactive').textContent()).toBe(`Inactive${await keys.rows.count()}`);
  }).toPass();
  await expect(row).toHaveCount(0);
  await keys.tab('Inactive').press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(row).toBeVisible();
});

test('an empty filter offers to clear it, and without keys the first one is offered', async ({
  page,
  company,
}) => {
  const keys = new ApiKeysPage(page);
  await keys.open(company);
  await fakeResponse(page, 'apiKeys.list', { items: [], counts });
  await keys.tab('Expired').click();
  await expect(page.getByRole('heading', { name: 'No expired keys' })).toBeVisible();
  await keys.clearFilters.click();
  await expect(page).toHaveURL(/\/api-keys$/);

  await fakeResponse(page, 'apiKeys.list', { items: [], counts: { ...counts, all: 0, active: 0 } });
  await clickIfVisible(keys.tab('Inactive'));
  await expect(page.getByRole('heading', { name: 'No API keys yet' })).toBeVisible();
  await keys.createFirst.click();
  await expect(new KeyDialog(page).dialog).toHaveAccessibleName('Create API key');
});

test('shows an error when the list cannot be loaded, and retries', { tag: '@full' }, async ({
  page,
  company,
  context,
}) => {
  const keys = new ApiKeysPage(page);
  await keys.open(company);
  const restore = await dropCalls(page, 'apiKeys.list');
  await keys.tab('Active').click();
  await expect(keys.error).toContainText('The server cannot be reached');
  await restore();
  await clickIfVisible(keys.retry);
  await expect(keys.table).toBeVisible();

  const repair = await failCalls(page, 'apiKeys.list', 'request-4711');
  await keys.tab('Inactive').click();
  await expect(keys.error).toContainText('Something went wrong on our side');
  await keys.error.getByRole('button', { name: 'Copy request ID' }).click();
  await expect(new Shell(page).announcement).toHaveText('Copied');

  repair();
  await clickIfVisible(keys.retry);
  await expect(keys.error).toBeHidden();
  expect(await readClipboard(context)).toBe('request-4711');
});

test.describe('on a phone', { tag: '@full' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a key is a card of at most 140 px with all details', async ({ page, company, panel }) => {
    const keys = new ApiKeysPage(page);
    const key = await panel.createKey();
    await panel.markSecretCopied(key.id);
    await keys.open(company);

    const card = keys.row(key.name);
    expect((await card.boundingBox())?.height).toBeLessThanOrEqual(140);
    await expect(card).toContainText(key.hint);
    await expect(card).toContainText('ExpiresNever');
    for (const label of ['Key', 'Access', 'Status', 'Last used', 'Expires']) {
      await expect(card.getByText(label, { exact: true })).toBeVisible();
    }
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);
    await keys.menuOf(key.name).tap();
    await expect(keys.action('Deactivate')).toBeVisible();
  });
});

test('the text of a row with one line is in its middle', { tag: '@full' }, async ({
  page,
  company,
  panel,
}) => {
  const funnel = await panel.createFunnel();
  await new FunnelsPage(page).open(company);
  const row = page.getByTestId(`funnel-row-${funnel.id}`);
  const middle = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return box ? box.y + box.height / 2 : 0;
  };

  const link = row.getByRole('link', { name: funnel.name });
  expect(Math.abs((await middle(link)) - (await middle(row)))).toBeLessThan(2);
});
