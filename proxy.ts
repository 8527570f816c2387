import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { nonceHeader, pagePolicy, referencePath } from '#server/http/security-headers.ts';
import { isServerAction } from '#server/http/server-actions.ts';

/** All paths except those that serve no page. No header excludes a path, because clients set headers. */
export const config = {
  matcher:
    '/((?!api/|leads(?:/|$)|(?:me|funnels)/?$|_next/static/|\\.well-known/security\\.txt$|client\\.tgz$).*)',
};

/**
 * Sets a nonce for each page. Next reads it from the policy, the root layout from a header. Refuses
 * Server Actions where `next start` serves; `server/main.ts` does so before Next.
 */
export function proxy(request: NextRequest): NextResponse {
  if (isServerAction(request.method, (name) => request.headers.get(name))) {
    return new NextResponse(null, { status: 400 });
  }
  const nonce = randomBytes(16).toString('base64');
  const policy = pagePolicy(nonce, {
    isDev: process.env.NODE_ENV === 'development',
    hasReference: request.nextUrl.pathname === referencePath,
  });
  const headers = new Headers(request.headers);
  headers.set(nonceHeader, nonce);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);

  return response;
}
