import { randomUUID } from 'node:crypto';
import { decode, encode } from 'next-auth/jwt';
import { z } from 'zod';
import type { KnownBrowser } from '../services/users/sign-in-throttle.ts';
import { isHttps, knownBrowserCookieName, readCookie, setCookie } from './cookies.ts';

const seconds = 365 * 24 * 3_600;
/** Of the users who share a browser, those who signed in last. */
const maxUsers = 8;
/** A session token is no such token, nor the other way round. */
const salt = 'leadgate.browser';

const claims = z.object({ browserId: z.uuid(), userIds: z.array(z.uuid()).max(maxUsers) });

/** The browser of a request, if it has signed in before. */
export async function readKnownBrowser(
  headers: Headers,
  secret: string,
): Promise<KnownBrowser | undefined> {
  const token = readCookie(headers, knownBrowserCookieName(isHttps(headers)));
  if (!token) return undefined;

  return claims.safeParse(await decode({ token, secret, salt }).catch(() => null)).data;
}

/** A `Set-Cookie` header after a sign-in: the browser then has its own allowance for this user. */
export async function knownBrowserCookie(
  headers: Headers,
  secret: string,
  userId: string,
): Promise<string> {
  const before = await readKnownBrowser(headers, secret);
  const others = before?.userIds.filter((each) => each !== userId) ?? [];
  const browser = {
    browserId: before?.browserId ?? randomUUID(),
    userIds: [userId, ...others].slice(0, maxUsers),
  };
  const secure = isHttps(headers);
  const value = await encode({ token: browser, secret, salt, maxAge: seconds });

  return setCookie({ name: knownBrowserCookieName(secure), value, seconds, secure });
}
