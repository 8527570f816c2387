import { decode } from 'next-auth/jwt';
import { z } from 'zod';
import type { SessionClaims } from '../services/session/session-claims.ts';

/** Content of a session token, without its own id and times. */
const claims = z.object({
  userId: z.uuid(),
  applicationId: z.uuid(),
  sessionVersion: z.int(),
  signedInAt: z.int(),
});

export type Session = SessionClaims;

/** The claims of a session token, if we signed it and it has not expired. */
export async function readClaims(token: string, secret: string): Promise<Session | undefined> {
  const payload = await decode({ token, secret }).catch(() => null);

  return claims.safeParse(payload).data;
}
