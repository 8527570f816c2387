import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { browserArguments, findBrowser } from '../scripts/browser.mjs';
import { signIn } from './panel.ts';
import type { LeadServer } from './targets.ts';

/** A browser in which the administrator is signed in. */
export async function startBrowser(
  stack: AsyncDisposableStack,
  product: LeadServer,
): Promise<BrowserContext> {
  const executablePath = await findBrowser();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: browserArguments,
    // At Ctrl+C Playwright would end the process before PostgreSQL and its folder are removed.
    handleSIGINT: false,
    handleSIGTERM: false,
  });
  stack.defer(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const { url } = product.service;
  const cookies = (await signIn(product)).split('; ').map((cookie) => {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    return { name, value, url };
  });
  await context.addCookies(cookies);
  return context;
}

export const boardUrl = ({ service, installation }: LeadServer) =>
  `${service.url}/bench/funnels/${installation.funnelId}`;

/** The card of a board that the Tab key reaches. */
export const firstCard = '[data-lead] a[tabindex="0"]';
export const columnOf = (stepId: string) => `[data-testid="step-column-${stepId}"]`;

/** Opens the board and waits until it can be used and follows changes. */
export async function openBoard(page: Page, product: LeadServer): Promise<void> {
  await page.goto(boardUrl(product));
  await page.locator('html[data-hydrated]').waitFor();
  await page.locator(firstCard).waitFor();
  await page.locator('[data-testid="live-status"][data-live="open"]').waitFor();
}
