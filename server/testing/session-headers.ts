import { encode } from 'next-auth/jwt';
import { sessionCookieName } from '../auth/cookies.ts';

export const authSecret = 'a secret for tests, long enough to be one';

interface Claims {
  userId: string;
  applicationId: string;
  /** Not given: of a user to whom nothing has happened since. */
  sessionVersion?: number;
  /** Not given: a moment ago. */
  signedInAt?: number;
}

/** The headers of a request of the panel, with a real session cookie unless nobody is signed in. */
export async function sessionHeaders(
  host: string,
  companySlug: string,
  claims: Claims | null,
  secret = authSecret,
  /** Seconds. */
  maxAge = 60,
): Promise<Headers> {
  const headers = new Headers({ host, 'x-leadgate-company': companySlug });
  if (claims) {
    const signedInAt = Math.floor(Date.now() / 1_000);
    const token = { sessionVersion: 1, signedInAt, ...claims };
    const sealed = await encode({ token, secret, maxAge });
    headers.set('cookie', `theme=dark; ${sessionCookieName(false)}=${sealed}`);
  }

  return headers;
}
