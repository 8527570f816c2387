import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { nonceHeader, pagePolicy } from '#server/http/security-headers.ts';

/** What no page comes from. Nobody is let off by a header: all of those can be forged. */
export const config = { matcher: '/((?!api/|leads/public/|_next/static/).*)' };

/** Gives each page a nonce. Next reads it from the policy, the root layout from a header. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString('base64');
  const policy = pagePolicy(nonce, process.env.NODE_ENV === 'development');
  const headers = new Headers(request.headers);
  headers.set(nonceHeader, nonce);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);

  return response;
}
