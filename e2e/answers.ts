import { expect, type Locator, type Page, type Route } from '@playwright/test';

/** Which calls: `apiKeys.list`, alone or together with others. */
const callsOf = (procedure: string) =>
  new RegExp(`/api/trpc/[^?]*${procedure.replace('.', '\\.')}`);

/** Code of the page, whatever needs it. */
const code = /\/_next\/static\/.*\.js/;

async function drop(page: Page, url: RegExp): Promise<() => Promise<void>> {
  const abort = (route: Route) => route.abort('connectionreset');
  await page.route(url, abort);

  return () => page.unroute(url, abort);
}

/** From now on the network drops this call. Returns how to end that. */
export const lose = (page: Page, procedure: string) => drop(page, callsOf(procedure));

/** From now on no more code can be had. Returns how to end that. */
export const loseCode = (page: Page) => drop(page, code);

async function keep(page: Page, url: RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await held.promise;
    await route.continue();
  });

  return held.resolve;
}

/** From now on this call is on its way for as long as a test wants. Returns how to let it come. */
export const hold = (page: Page, procedure: string) => keep(page, callsOf(procedure));

/** From now on code is on its way for as long as a test wants. Returns how to let it come. */
export const holdCode = (page: Page) => keep(page, code);

/** Answers this call as a server does that has failed. Returns how to end that. */
export async function fail(
  page: Page,
  procedure: string,
  requestId: string,
): Promise<() => Promise<void>> {
  const calls = callsOf(procedure);
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId };
  const error = { message: 'Internal server error', code: -32603, data };
  const answer = (route: Route) => route.fulfill({ status: 500, json: [{ error }] });
  await page.route(calls, answer);

  return () => page.unroute(calls, answer);
}

/** Shows what a company sees that has nothing yet: this call answers with `data`. */
export async function pretend(page: Page, procedure: string, data: object): Promise<void> {
  await page.route(callsOf(procedure), (route) => route.fulfill({ json: [{ result: { data } }] }));
}

/**
 * Presses what makes a screen ask again, unless it has asked by itself meanwhile: screens are live,
 * and what other tests change makes them look.
 */
export const pressIfThere = (trigger: Locator) =>
  expect(async () => {
    if (await trigger.isVisible()) await trigger.click({ timeout: 2_000 });
  }).toPass();
