import { callerNetwork, hopAddress, localCallerHeader } from '../caller-network.ts';
import { isRuntimeReserved } from '../runtime.ts';
import type { SessionClient } from '../services/session/session-claims.ts';

/**
 * The address of the client, from `X-Forwarded-For`. `server/main.ts` overwrites this header with the
 * true address, and Next sets it where it is missing.
 */
export function remoteAddress(headers: Headers): string {
  const [first = ''] = headers.get('x-forwarded-for')?.split(',', 1) ?? [];

  return hopAddress(first) ?? 'unknown';
}

/** Whether the client is on this machine. Not known, and so false, where Next alone serves. */
export const isLocalClient = (headers: Headers): boolean =>
  isRuntimeReserved() && headers.get(localCallerHeader) === '1';

/** The browser of a request, as its session remembers it. */
export const sessionClient = (headers: Headers): SessionClient => ({
  address: remoteAddress(headers),
  userAgent: headers.get('user-agent') ?? '',
});

/** The address or network that failed sign-ins are counted for. */
export const clientAddress = (headers: Headers): string => callerNetwork(remoteAddress(headers));
