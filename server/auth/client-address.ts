import { callerNetwork } from '../caller-network.ts';

/**
 * Whom to count failures against. Reads `X-Forwarded-For`, which `server/main.ts` overwrites with
 * the caller's true address, and which Next fills in where it is absent.
 */
export const clientAddress = (headers: Headers): string =>
  callerNetwork(headers.get('x-forwarded-for')?.split(',', 1)[0] ?? '');
