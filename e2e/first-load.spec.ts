import { gzipSync } from 'node:zlib';
import type { Page, Request } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { AccountPage } from './pages/account-page.ts';
import { ApiKeysPage } from './pages/api-keys-page.ts';
import { AuditLogPage } from './pages/audit-log-page.ts';
import { BoardPage } from './pages/board-page.ts';
import { CompanyPage } from './pages/company-page.ts';
import { FunnelPage } from './pages/funnel-page.ts';
import { FunnelsPage } from './pages/funnels-page.ts';
import { IntegratePage } from './pages/integrate-page.ts';
import { LeadPage } from './pages/lead-page.ts';
import { LeadsPage } from './pages/leads-page.ts';
import { SelfTestPage } from './pages/self-test-page.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { StepPage } from './pages/step-page.ts';

/** Gzipped bytes that a screen may load before the first interaction. */
const budget = 200 * 1024;
/** Each costs a phone a round trip. */
const mostScripts = 14;

/** Resolves when the browser is idle and all requests have been sent. */
const idle = (page: Page) =>
  page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())));

interface Load {
  /** Gzipped. */
  bytes: number;
  scripts: number;
  /** Scripts whose functions are compiled at their first call. */
  compiledLate: string[];
}

/**
 * The JavaScript that a screen loads until the browser is idle, including prefetched chunks of
 * other screens. Compressed here, so that the result does not depend on a proxy.
 */
async function firstLoad(page: Page, open: () => Promise<void>): Promise<Load> {
  const scripts: Request[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request);
  });
  await open();
  await page.waitForLoadState('load');
  let bodies: Buffer[] = [];
  do {
    bodies = await Promise.all(
      scripts.map(async (script) => (await script.response())?.body() ?? Buffer.alloc(0)),
    );
    await idle(page);
  } while (bodies.length < scripts.length);

  return {
    bytes: bodies.reduce((sum, body) => sum + gzipSync(body).byteLength, 0),
    scripts: bodies.length,
    compiledLate: scripts
      .filter((_, index) => !bodies[index]?.toString().startsWith('//# allFunctionsCalledOnLoad\n'))
      .map((script) => script.url()),
  };
}

function expectLight({ bytes, scripts, compiledLate }: Load, screen: string): void {
  expect.soft(bytes, screen).toBeGreaterThan(0);
  expect.soft(bytes, screen).toBeLessThanOrEqual(budget);
  expect.soft(scripts, screen).toBeLessThanOrEqual(mostScripts);
  expect.soft(compiledLate, screen).toEqual([]);
}

test.describe('signed out', () => {
  test.use({ role: null });

  test('sign-in is within the budget', async ({ page }) => {
    expectLight(await firstLoad(page, () => new SignInPage(page).open()), 'sign-in');
  });
});

test('every screen of a company is within the budget', async ({
  context,
  company,
  panel,
  send,
}) => {
  const funnel = await panel.createFunnel();
  const [lead] = await send(funnel.step.id, { name: 'Ada Lovelace' });
  const screens = {
    funnels: (page: Page) => new FunnelsPage(page).open(company),
    board: (page: Page) => new BoardPage(page).open(company, funnel.id),
    steps: (page: Page) => new FunnelPage(page).open(company, funnel.id),
    step: (page: Page) => new StepPage(page).open(company, funnel.id, funnel.step.id),
    leads: (page: Page) => new LeadsPage(page).open(company),
    lead: (page: Page) => new LeadPage(page).open(company, lead?.id ?? ''),
    integrate: (page: Page) => new IntegratePage(page).open(company),
    'audit log': (page: Page) => new AuditLogPage(page).open(company),
    'API keys': (page: Page) => new ApiKeysPage(page).open(company),
    'self-test': (page: Page) => new SelfTestPage(page).open(company),
    'company settings': (page: Page) => new CompanyPage(page).open(company),
    account: (page: Page) => new AccountPage(page).open(company),
  };

  for (const [name, open] of Object.entries(screens)) {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
    expectLight(await firstLoad(page, () => open(page)), name);
    await page.close();
  }
});
