import { headers } from 'next/headers';
import { getRuntime } from '../runtime.ts';
import type { Session } from './claims.ts';
import { isHttps, readCookie, sessionCookieName } from './cookies.ts';
import { readSession } from './read-session.ts';

export type { Session };

/** Who is signed in, for pages, layouts and route handlers. */
export async function getSession(): Promise<Session | null> {
  const { panel, settings } = getRuntime();

  return readSession(panel.db, settings.authSecret, await headers());
}

/** Whether the browser still brings a session, whatever it is worth. */
export async function bringsSession(): Promise<boolean> {
  const given = await headers();

  return readCookie(given, sessionCookieName(isHttps(given))) !== undefined;
}
