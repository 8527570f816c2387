import { decode } from 'next-auth/jwt';
import { z } from 'zod';
import type { SessionClaims } from '../services/session/session-claims.ts';

/** All that a session token holds, besides its own id and times. */
const claims = z.object({
  userId: z.uuid(),
  applicationId: z.uuid(),
  sessionVersion: z.int(),
  signedInAt: z.int(),
});

export type Session = SessionClaims;

/** What a session token claims, if it is one of ours and still in time. */
export async function readClaims(token: string, secret: string): Promise<Session | undefined> {
  const payload = await decode({ token, secret }).catch(() => null);

  return claims.safeParse(payload).data;
}
