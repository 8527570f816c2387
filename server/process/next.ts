import type { IncomingMessage } from 'node:http';
import type { Panel } from '../http/serve-pages.ts';

/** Imported first, because React, Next and others read `NODE_ENV` while they load. */
export const isDev = process.argv.includes('--dev');

Object.assign(process.env, {
  NODE_ENV: isDev ? 'development' : 'production',
  NEXT_TELEMETRY_DISABLED: '1',
});

/**
 * Loads Next, which serves `app/`: the build, or in development the sources with reload. Resolves when
 * the code of all pages of a build is loaded, which holds the process for a moment each.
 */
export async function openNext(): Promise<Panel> {
  const { default: next } = await import('next');
  // It would print whole errors, beside the line that `instrumentation.ts` logs.
  const app = next({ dev: isDev, dir: process.cwd(), quiet: !isDev });
  await app.prepare();
  if (!isDev) await loadPages(app);

  const handle = app.getRequestHandler();
  return {
    handle: (request, response) => handle(request, response),
    hasSession: await openSessions(),
  };
}

const usedHeaders = ['cookie', 'host', 'x-forwarded-for', 'x-forwarded-proto'];

/** Loads next-auth only now, because it reads `NODE_ENV` too. */
async function openSessions(): Promise<Panel['hasSession']> {
  const { checkSession, sessionOf } = await import('../auth/read-session.ts');
  const { getRuntime } = await import('../runtime.ts');
  return async ({ headers }: IncomingMessage) => {
    if (headers.cookie === undefined) return false;

    const sent = new Headers(
      usedHeaders.map((name): [string, string] => [name, String(headers[name] ?? '')]),
    );
    const { panel, settings } = getRuntime();
    const session = await sessionOf(settings.authSecret, sent);
    return session !== undefined && checkSession(panel.db, session, sent);
  };
}

interface PageLoader {
  server?: { getServer?(): Promise<{ unstable_preloadEntries?(): Promise<void> }> };
}

/**
 * Waits for what Next does behind its start: loading its pages. The types of a custom server do not
 * show it; without it, a page is loaded with its first request.
 */
async function loadPages(app: object): Promise<void> {
  const { server } = app as PageLoader;
  const inner = await server?.getServer?.();
  await inner?.unstable_preloadEntries?.();
}
