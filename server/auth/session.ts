import { headers } from 'next/headers';
import { isHttps, readCookie, sessionCookieName } from './cookies.ts';

/** Whether the request has a session cookie, valid or not. */
export async function bringsSession(): Promise<boolean> {
  const sent = await headers();

  return readCookie(sent, sessionCookieName(isHttps(sent))) !== undefined;
}
