import { encode } from 'next-auth/jwt';
import { type SessionClaims, sessionSeconds } from '../services/session/session-claims.ts';
import { sessionCookieName } from './cookies.ts';

/** A `Set-Cookie` that gives the browser a session, as a sign-in does. */
export async function sessionCookie(
  claims: SessionClaims,
  { secret, secure }: { secret: string; secure: boolean },
): Promise<string> {
  const token = await encode({ token: { ...claims }, secret, maxAge: sessionSeconds });
  const attributes = `Path=/; Max-Age=${sessionSeconds}; HttpOnly; SameSite=Lax`;

  return `${sessionCookieName(secure)}=${token}; ${attributes}${secure ? '; Secure' : ''}`;
}
