import type { CookiesOptions } from 'next-auth';

/** Whether the browser uses https. Next sets the header where no proxy does. */
export function isHttps(headers: Headers): boolean {
  return headers.get('x-forwarded-proto')?.split(',', 1)[0]?.trim() === 'https';
}

const nameOf = (name: string, secure: boolean) => `${secure ? '__Host-' : ''}leadgate.${name}`;

/** `__Host-` prevents sibling domains from setting the cookie. Browsers accept it on https only. */
export const sessionCookieName = (secure: boolean) => nameOf('session', secure);

export const knownBrowserCookieName = (secure: boolean) => nameOf('browser', secure);

/** Cookies of a sign-in. Their names are our own, because all ports of a host share its cookies. */
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

interface NewCookie {
  name: string;
  value: string;
  seconds: number;
  secure: boolean;
}

/** A `Set-Cookie` header, with the options of next-auth's. */
export const setCookie = ({ name, value, seconds, secure }: NewCookie): string =>
  `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly;${secure ? ' Secure;' : ''} SameSite=Lax`;

/** The value of a cookie in a `Cookie` header. */
export function readCookie(headers: Headers, name: string): string | undefined {
  const pair = headers
    .get('cookie')
    ?.split(';')
    .find((candidate) => candidate.trim().startsWith(`${name}=`));

  return pair?.trim().slice(name.length + 1);
}
