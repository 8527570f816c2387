import { encode } from 'next-auth/jwt';
import { type SessionClaims, sessionSeconds } from '../services/session/session-claims.ts';
import { sessionCookieName } from './cookies.ts';

/** A `Set-Cookie` header with a session, as after a sign-in. */
export async function sessionCookie(
  claims: SessionClaims,
  { secret, secure }: { secret: string; secure: boolean },
): Promise<string> {
  const token = await encode({ token: { ...claims }, secret, maxAge: sessionSeconds });
  const attributes = `Path=/; Max-Age=${sessionSeconds}; HttpOnly; SameSite=Lax`;

  return `${sessionCookieName(secure)}=${token}; ${attributes}${secure ? '; Secure' : ''}`;
}
