import { logFailure } from '../log-failure.ts';
import { getRuntime } from '../runtime.ts';
import { isLoggedFault } from './panel-trpc.ts';

/**
 * Logs what a page or route handler threw, unless it is the failure of a call, which is logged.
 *
 * @param route as its folders are named: the path itself may hold a search
 */
export function logPageError(error: unknown, route: string): void {
  if (isLoggedFault(error)) return;

  const digest = error instanceof Error && 'digest' in error ? error.digest : undefined;
  logFailure(getRuntime().log, 'a page failed', error, { route, digest });
}
