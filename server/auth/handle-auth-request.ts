import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { getRuntime } from '../runtime.ts';
import { findApplicationByHost } from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';
import { authOptions, type SignInOutcome } from './auth-options.ts';
import { refusalOf } from './guard-request.ts';
import { knownBrowserCookie } from './known-browser.ts';

/**
 * What the sign-in page, the OpenID provider and next-auth's own redirects request. next-auth has
 * more actions; one of them writes any text that it receives to the log.
 */
const actions = new Set([
  'GET /api/auth/csrf',
  'GET /api/auth/providers',
  'GET /api/auth/signin',
  'GET /api/auth/signout',
  'GET /api/auth/error',
  'GET /api/auth/callback/oidc',
  'POST /api/auth/callback/credentials',
  'POST /api/auth/signin/oidc',
  'POST /api/auth/signout',
]);

export const isAuthAction = ({ method, nextUrl }: NextRequest): boolean =>
  actions.has(`${method} ${nextUrl.pathname}`);

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

const textResponse = (status: number, message: string) =>
  new Response(message, { status, headers: { 'Cache-Control': 'no-store' } });

/** Signs users in and out with next-auth, on hosts that an application owns. */
export async function handleAuthRequest(
  request: NextRequest,
  context: RouteContext,
): Promise<Response> {
  const refusal = refusalOf(request);
  if (refusal) return textResponse(refusal.status, refusal.message);

  const host = request.headers.get('host') ?? '';
  /* next-auth builds URLs from this header, and behind `next start` any client can forge it. */
  const isForged = (request.headers.get('x-forwarded-host') ?? host) !== host;
  const application = await findApplicationByHost(getRuntime().panel.db, normalizeHost(host));
  if (!application || isForged) return textResponse(404, 'Unknown application host');

  const outcome: SignInOutcome = {};
  const response = await NextAuth(request, context, authOptions(request.headers, outcome));
  return addOutcome(response, request.headers, outcome);
}

async function addOutcome(
  response: Response,
  sent: Headers,
  { userId, retryAfterSeconds }: SignInOutcome,
): Promise<Response> {
  const { headers } = response;
  if (userId) {
    const { authSecret } = getRuntime().settings;
    headers.append('Set-Cookie', await knownBrowserCookie(sent, authSecret, userId));
  }
  if (retryAfterSeconds === undefined) return response;

  headers.set('Retry-After', String(retryAfterSeconds));
  const status = response.status === 401 ? 429 : response.status;
  return new Response(response.body, { status, headers });
}
