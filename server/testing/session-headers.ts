import { encode } from 'next-auth/jwt';
import { sessionCookieName } from '../auth/cookies.ts';
import type { SessionClaims } from '../services/session/session-claims.ts';
import { authSecret } from './secrets.ts';

/** The headers of a request of the panel, with a real session cookie if there are claims. */
export async function sessionHeaders(
  host: string,
  companySlug: string,
  claims: SessionClaims | null,
): Promise<Headers> {
  const headers = new Headers({ host, 'x-leadgate-company': companySlug });
  if (claims) {
    const { sessionId, userId, applicationId } = claims;
    const token = { sessionId, userId, applicationId };
    const sealed = await encode({ token, secret: authSecret, maxAge: 3_600 });
    headers.set('cookie', `theme=dark; ${sessionCookieName(false)}=${sealed}`);
  }

  return headers;
}
