import { headers } from 'next/headers';
import { getRuntime } from '../runtime.ts';
import type { Session } from './claims.ts';
import { isHttps, readCookie, sessionCookieName } from './cookies.ts';
import { readSession } from './read-session.ts';

export type { Session };

/** The current session, for pages, layouts and route handlers. */
export async function getSession(): Promise<Session | null> {
  const { panel, settings } = getRuntime();

  return readSession(panel.db, settings.authSecret, await headers());
}

/** Whether the request has a session cookie, valid or not. */
export async function bringsSession(): Promise<boolean> {
  const sent = await headers();

  return readCookie(sent, sessionCookieName(isHttps(sent))) !== undefined;
}
