import type { Page, Route } from '@playwright/test';

/** Which calls: `apiKeys.list`, alone or together with others. */
const callsOf = (procedure: string) =>
  new RegExp(`/api/trpc/[^?]*${procedure.replace('.', '\\.')}`);

/** From now on the network drops this call. Returns how to end that. */
export async function lose(page: Page, procedure: string): Promise<() => Promise<void>> {
  const calls = callsOf(procedure);
  const drop = (route: Route) => route.abort('connectionreset');
  await page.route(calls, drop);

  return () => page.unroute(calls, drop);
}

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
