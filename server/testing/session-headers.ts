import { encode } from 'next-auth/jwt';
import { sessionCookieName } from '../auth/cookies.ts';
import { authSecret } from './secrets.ts';

interface Claims {
  userId: string;
  applicationId: string;
  /** Not given: that of a user whose sessions were never ended. */
  sessionVersion?: number;
  /** Not given: a moment ago. */
  signedInAt?: number;
}

/** The headers of a request of the panel, with a real session cookie if there are claims. */
export async function sessionHeaders(
  host: string,
  companySlug: string,
  claims: Claims | null,
): Promise<Headers> {
  const headers = new Headers({ host, 'x-leadgate-company': companySlug });
  if (claims) {
    const signedInAt = Math.floor(Date.now() / 1_000);
    const token = { sessionVersion: 1, signedInAt, ...claims };
    const sealed = await encode({ token, secret: authSecret, maxAge: 3_600 });
    headers.set('cookie', `theme=dark; ${sessionCookieName(false)}=${sealed}`);
  }

  return headers;
}
