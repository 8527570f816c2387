import { decode } from 'next-auth/jwt';
import { z } from 'zod';
import type { SessionClaims } from '../services/session/session-claims.ts';

/** Content of a session token, without its own id and times. */
const claims = z.object({ sessionId: z.uuid(), userId: z.uuid(), applicationId: z.uuid() });

export type Session = SessionClaims;

/** Undefined also for a token of before sessions had an id. */
export const parseClaims = (payload: unknown): Session | undefined =>
  claims.safeParse(payload).data;

/** The claims of a session token, if we signed it and it has not expired. */
export async function readClaims(token: string, secret: string): Promise<Session | undefined> {
  const payload = await decode({ token, secret }).catch(() => null);

  return parseClaims(payload);
}
