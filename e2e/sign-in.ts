import { type APIRequestContext, request } from '@playwright/test';
import { z } from 'zod';
import type { Credentials } from './users.ts';

export type SignedIn = Awaited<ReturnType<APIRequestContext['storageState']>>;

/**
 * Creates a session without the form.
 *
 * @throws Error when the credentials are refused
 */
export async function signIn(baseURL: string, user: Credentials): Promise<SignedIn> {
  const http = await request.newContext({ baseURL });
  try {
    const answer = await http.get('/api/auth/csrf');
    const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await answer.json());
    await http.post('/api/auth/callback/credentials', {
      form: { ...user, csrfToken, json: 'true' },
    });
    const { cookies, origins } = await http.storageState();
    if (!cookies.some((cookie) => cookie.name.endsWith('leadgate.session'))) {
      throw new Error(`${user.email} cannot sign in at ${baseURL}`);
    }

    return { cookies, origins };
  } finally {
    await http.dispose();
  }
}

/** The slug of the company that the panel opens first. */
export async function firstCompany(baseURL: string, storageState: SignedIn): Promise<string> {
  const http = await request.newContext({ baseURL, storageState });
  try {
    const { pathname } = new URL((await http.get('/')).url());
    const company = /^\/([^/]+)\/funnels(\/|$)/.exec(pathname)?.[1];
    if (!company) throw new Error(`Signed in, but ${pathname} is no company's page`);

    return company;
  } finally {
    await http.dispose();
  }
}
