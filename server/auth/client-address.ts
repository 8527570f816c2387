import { callerNetwork } from '../http/caller-network.ts';

/**
 * Where a request came from. Reads `X-Forwarded-For`, which `server/main.ts` overwrites with the
 * caller's true address, and which Next fills in where it is absent.
 */
export function remoteAddress(headers: Headers): string {
  const given = headers.get('x-forwarded-for')?.split(',', 1)[0]?.trim().toLowerCase() || 'unknown';

  return given.replace(/^::ffff:(?=\d+\.)/, '').slice(0, 64);
}

/** Whom to count failures against. */
export const clientAddress = (headers: Headers): string => callerNetwork(remoteAddress(headers));
