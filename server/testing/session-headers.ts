import { encode } from 'next-auth/jwt';
import { sessionCookieName } from '../auth/cookies.ts';

export const authSecret = 'a secret for tests, long enough to be one';

interface Claims {
  userId: string;
  applicationId: string;
}

/** The headers of a request of the panel, with a real session cookie unless nobody is signed in. */
export async function sessionHeaders(
  host: string,
  companySlug: string,
  claims: Claims | null,
  secret = authSecret,
): Promise<Headers> {
  const headers = new Headers({ host, 'x-leadgate-company': companySlug });
  if (claims) {
    const token = await encode({ token: { ...claims }, secret, maxAge: 60 });
    headers.set('cookie', `theme=dark; ${sessionCookieName(false)}=${token}`);
  }

  return headers;
}
