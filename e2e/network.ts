import { type BrowserContext, expect, type Locator, type Page, type Route } from '@playwright/test';

/** Matches calls of a procedure, `apiKeys.list`, alone or in a batch. */
const callsOf = (procedure: string) =>
  new RegExp(`/api/trpc/[^?]*${procedure.replace('.', '\\.')}`);

/** Matches all JavaScript of the page. */
const code = /\/_next\/static\/.*\.js/;

async function abort(page: Page | BrowserContext, url: RegExp): Promise<() => Promise<void>> {
  const reset = (route: Route) => route.abort('connectionreset');
  await page.route(url, reset);

  return () => page.unroute(url, reset);
}

/** Aborts calls of a procedure. Returns a function that ends this. */
export const dropCalls = (page: Page | BrowserContext, procedure: string) =>
  abort(page, callsOf(procedure));

/** Aborts sign-outs. Returns a function that ends this. */
export const dropSignOut = (page: Page) => abort(page, /\/api\/auth\/signout$/);

/** Aborts requests for JavaScript. Returns a function that ends this. */
export const dropCode = (page: Page) => abort(page, code);

async function delay(page: Page, url: RegExp): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await released.promise;
    await route.continue();
  });

  return released.resolve;
}

/** Delays calls of a procedure. Returns a function that releases them. */
export const delayCalls = (page: Page, procedure: string) => delay(page, callsOf(procedure));

/** Delays the sign-in page without parameters. Returns a function that releases it. */
export const delaySignInPage = (page: Page) => delay(page, /\/sign-in$/);

/** Matches the answers for pages that a link opens. */
const pages = /[?&]_rsc=/;

/** Delays the answers for pages that a link opens. Returns a function that releases them. */
export const delayPages = (page: Page) => delay(page, pages);

/** Delays requests for JavaScript. Returns a function that releases them. */
export const delayCode = (page: Page) => delay(page, code);

/** Answers the calls of a procedure with `item`; the server answers others of the same batch. */
async function answerCalls(route: Route, procedure: string, item: object): Promise<void> {
  const { pathname } = new URL(route.request().url());
  const called = decodeURIComponent(pathname).replace('/api/trpc/', '').split(',');
  const isNamed = (name: string | undefined) => name === procedure;
  const answers: unknown[] = called.every(isNamed) ? called : await (await route.fetch()).json();

  await route.fulfill({
    status: 207,
    json: answers.map((answer, index) => (isNamed(called[index]) ? item : answer)),
  });
}

function fail(route: Route, procedure: string, requestId: string): Promise<void> {
  const data = { code: 'INTERNAL_SERVER_ERROR', httpStatus: 500, requestId };
  const error = { message: 'Internal server error', code: -32603, data };
  return answerCalls(route, procedure, { error });
}

/**
 * Delays calls of a procedure. Returns a function that lets the next one be answered, also one that
 * is still to come: by the server, or with an internal error.
 */
export async function answerOneByOne(page: Page, procedure: string) {
  const waiting: Route[] = [];
  await page.route(callsOf(procedure), (route) => void waiting.push(route));

  return async (how: 'server' | 'failure' = 'server'): Promise<void> => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    const route = waiting.shift();
    if (how === 'server') await route?.continue();
    else if (route) await fail(route, procedure, 'request-1');
  };
}

/** Responds to calls of a procedure with an internal error. Returns a function that ends this. */
export async function failCalls(
  page: Page,
  procedure: string,
  requestId: string,
): Promise<() => void> {
  let isFailing = true;
  await page.route(callsOf(procedure), (route) =>
    isFailing ? fail(route, procedure, requestId) : route.fallback(),
  );

  return () => {
    isFailing = false;
  };
}

/** Responds to calls of a procedure with `data`. */
export async function fakeResponse(page: Page, procedure: string, data: object): Promise<void> {
  await page.route(callsOf(procedure), (route) =>
    answerCalls(route, procedure, { result: { data } }),
  );
}

/**
 * Clicks a button that makes a screen read again, unless the screen has done so by itself, as when its
 * stream of changes opened.
 */
export const clickIfVisible = (trigger: Locator) =>
  expect(async () => {
    if (await trigger.isVisible()) await trigger.click({ timeout: 2_000 });
  }).toPass();
