import { encode } from 'next-auth/jwt';
import { type SessionClaims, sessionSeconds } from '../services/session/session-claims.ts';
import { sessionCookieName, setCookie } from './cookies.ts';

/** A `Set-Cookie` header with a session, as after a sign-in. */
export async function sessionCookie(
  claims: SessionClaims,
  { secret, secure }: { secret: string; secure: boolean },
): Promise<string> {
  const value = await encode({ token: { ...claims }, secret, maxAge: sessionSeconds });

  return setCookie({ name: sessionCookieName(secure), value, seconds: sessionSeconds, secure });
}
