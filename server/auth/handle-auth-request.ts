import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { getRuntime } from '../runtime.ts';
import { findApplicationByHost } from '../services/applications/find-application-by-host.ts';
import { normalizeHost } from '../services/applications/host.ts';
import { authOptions } from './auth-options.ts';
import { refusalOf } from './guard-request.ts';

interface RouteContext {
  params: Promise<{ nextauth: string[] }>;
}

const plain = (status: number, message: string) =>
  new Response(message, { status, headers: { 'Cache-Control': 'no-store' } });

/** Signing in and out: next-auth, on hosts that an application owns. */
export async function handleAuthRequest(
  request: NextRequest,
  context: RouteContext,
): Promise<Response> {
  const refusal = refusalOf(request);
  if (refusal) return plain(refusal.status, refusal.message);

  const host = request.headers.get('host') ?? '';
  /* next-auth makes addresses of it, and where Next alone serves anybody may say anything there. */
  const isElsewhere = (request.headers.get('x-forwarded-host') ?? host) !== host;
  const application = await findApplicationByHost(getRuntime().panel.db, normalizeHost(host));
  if (!application || isElsewhere) return plain(404, 'Unknown application host');

  return NextAuth(request, context, authOptions(request.headers));
}
