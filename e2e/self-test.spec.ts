import { readFile } from 'node:fs/promises';
import type { Locator, Page, Response } from '@playwright/test';
import { z } from 'zod';
import { audit } from './audit.ts';
import { expect, test } from './fixtures.ts';
import { SelfTestPage } from './pages/self-test-page.ts';
import { Shell } from './pages/shell.ts';
import type { Panel } from './panel.ts';

const report = z.object({
  passed: z.number(),
  failed: z.number(),
  cases: z.array(z.object({ name: z.string(), commands: z.array(z.string()) })),
  leftOut: z.array(z.unknown()),
});

/** The throw-away keys of the run that a test starts next. */
async function keysOf(page: Page, start: () => Promise<void>): Promise<string[]> {
  const prepared = page.waitForResponse(/selfTest\.prepare/);
  await start();
  const ids = /"keyIds":(\[[^\]]*\])/.exec(await (await prepared).text())?.[1];

  return z.array(z.uuid()).parse(JSON.parse(ids ?? ''));
}

/** Leaves the page while a run has keys, and waits until they are deleted. */
async function leaveRun(page: Page, panel: Panel, start: Locator, leave: () => Promise<unknown>) {
  const { promise: isReached, resolve } = Promise.withResolvers<void>();
  await page.route(/\/api\/nothing$/, () => resolve());
  const keyIds = await keysOf(page, () => start.click());
  await isReached;
  for (const id of keyIds) expect(await panel.hasKey(id)).toBe(true);

  await leave();
  for (const id of keyIds) await expect.poll(() => panel.hasKey(id)).toBe(false);
}

const isCreated = (response: Response) =>
  response.status() === 201 && response.url().includes('/leads/public/');

test('passes, shows each request and answer, and leaves nothing behind, also when the page is closed', async ({
  page,
  company,
  panel,
}) => {
  const created: Response[] = [];
  page.on('response', (response) => {
    if (isCreated(response)) created.push(response);
  });
  const selfTest = new SelfTestPage(page);
  await selfTest.open(company);
  await expect(selfTest.rows.first()).toContainText('Not run');
  const keyIds = await keysOf(page, () => selfTest.run.click());
  await expect(selfTest.summary).toHaveText(/^\d+ passed, 0 failed$/);
  const cases = await selfTest.rows.count();
  expect(cases).toBeGreaterThan(25);
  await expect(selfTest.summary).toHaveText(`${cases} passed, 0 failed`);
  await expect(selfTest.rows.filter({ hasText: 'Pass' })).toHaveCount(cases);

  const row = selfTest.row('An unknown key');
  await row.getByText('An unknown key').click();
  await expect(selfTest.details(row, 'curl command')).toContainText("-H 'X-API-Key: lk_unknown'");
  await expect(selfTest.details(row, 'Answer')).toContainText('Invalid or inactive API Key');
  const expired = selfTest.row('An expired key');
  await expired.getByText('An expired key').click();
  await expect(selfTest.details(expired, 'curl command')).toContainText('$LEADGATE_KEY');
  expect(await audit(page, 'self-test with results')).toEqual([]);
  expect(await page.content()).not.toMatch(/lk_[0-9A-Za-z]{38}/);

  const saved = page.waitForEvent('download');
  await selfTest.download.click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).not.toMatch(/lk_[0-9A-Za-z]{38}/);
  expect(report.parse(JSON.parse(text))).toMatchObject({ passed: cases, failed: 0 });

  for (const id of keyIds) expect(await panel.hasKey(id)).toBe(false);
  const leads = await Promise.all(
    created.map(async (each) =>
      z.object({ data: z.object({ id: z.uuid() }) }).parse(await each.json()),
    ),
  );
  expect(leads.length).toBeGreaterThan(10);
  for (const { data } of leads) expect(await panel.hasLead(data.id)).toBe(false);

  // The way to leave it that gives the page the least time.
  await leaveRun(page, panel, selfTest.runAgain, () => page.close());
});

test('shows what was expected of an answer that differs, and runs again', { tag: '@full' }, async ({
  page,
  company,
}) => {
  const selfTest = new SelfTestPage(page);
  await selfTest.open(company);
  const isFaked = (url: URL) => url.pathname === '/api/nothing';
  const body = '{"success":false,"error":"Not here"}';
  await page.route(isFaked, (route) => route.fulfill({ status: 410, body }));
  await selfTest.run.click();
  await expect(selfTest.summary).toHaveText(/^\d+ passed, 1 failed$/);
  const row = selfTest.row('An unknown path');
  await expect(row).toContainText('Fail');
  await expect(row).toContainText('expected 404, got 410');
  await expect(row).toContainText('expected Not found…, got Not here');
  await row.getByText('An unknown path').click();
  await expect(selfTest.details(row, 'Answer')).toContainText(body);
  expect(await audit(page, 'a failed request of the self-test')).toEqual([]);

  await page.unroute(isFaked);
  await page.route(isFaked, (route) => route.abort());
  await selfTest.runAgain.click();
  await expect(row).toContainText('got none: Failed to fetch');
  await expect(selfTest.summary).toHaveText(/^\d+ passed, 1 failed$/);
});

const ways: Record<string, (page: Page) => Promise<unknown>> = {
  'for another screen': (page) => new Shell(page).go('Audit log'),
  'for another address': (page) => page.goto('/docs/errors'),
};

for (const [way, leave] of Object.entries(ways)) {
  test(`deletes the keys when the page is left ${way}`, { tag: '@full' }, async ({
    page,
    company,
    panel,
  }) => {
    const selfTest = new SelfTestPage(page);
    await selfTest.open(company);
    await leaveRun(page, panel, selfTest.run, () => leave(page));
  });
}

test.describe('in a new company', { tag: ['@own', '@full'] }, () => {
  test.use({ isEmpty: true });

  test('says that a funnel is needed first', async ({ page, company }) => {
    const selfTest = new SelfTestPage(page);
    await selfTest.open(company);
    await selfTest.run.click();
    await expect(selfTest.failure).toHaveText('Create a funnel with a step first: Funnels');
    expect(await audit(page, 'self-test without a funnel')).toEqual([]);
    await selfTest.failure.getByRole('link').click();
    await expect(page).toHaveURL(`/${company}/funnels`);
  });
});

test.describe('an agent', { tag: ['@agent', '@full'] }, () => {
  test.use({ role: 'agent' });

  test('is told who may run it', async ({ page, company }) => {
    const selfTest = new SelfTestPage(page);
    await selfTest.open(company);

    await expect(selfTest.forbidden).toBeVisible();
    await expect(selfTest.run).toHaveCount(0);
  });
});
