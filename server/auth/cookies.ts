import type { CookiesOptions } from 'next-auth';

/** Whether the browser speaks https with us. Next fills the header in where no proxy does. */
export function isHttps(headers: Headers): boolean {
  return headers.get('x-forwarded-proto')?.split(',', 1)[0]?.trim() === 'https';
}

const nameOf = (name: string, secure: boolean) => `${secure ? '__Host-' : ''}leadgate.${name}`;

/** `__Host-` keeps a sibling domain from planting a cookie; browsers take it on https only. */
export const sessionCookieName = (secure: boolean) => nameOf('session', secure);

/** The cookies of a sign-in. Names of our own, because cookies of one host are shared by all its ports. */
export function authCookies(secure: boolean): Partial<CookiesOptions> {
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;

  return {
    sessionToken: { name: sessionCookieName(secure), options },
    csrfToken: { name: nameOf('csrf', secure), options },
    callbackUrl: { name: nameOf('callback-url', secure), options },
    state: { name: nameOf('state', secure), options },
    nonce: { name: nameOf('nonce', secure), options },
    pkceCodeVerifier: { name: nameOf('pkce', secure), options },
  };
}

/** The value of a cookie in a `Cookie` header. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const pair = headers
    .get('cookie')
    ?.split(';')
    .find((candidate) => candidate.trim().startsWith(`${name}=`));

  return pair?.trim().slice(name.length + 1);
}
