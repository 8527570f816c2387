import type { PanelHandler } from '../http/server.ts';

/** Imported first, because React, Next and others read `NODE_ENV` while they load. */
export const isDev = process.argv.includes('--dev');

Object.assign(process.env, {
  NODE_ENV: isDev ? 'development' : 'production',
  NEXT_TELEMETRY_DISABLED: '1',
});

/** Loads Next, which serves `app/`: the build, or in development the sources with reload. */
export async function openNext(): Promise<PanelHandler> {
  const { default: next } = await import('next');
  const app = next({ dev: isDev, dir: process.cwd() });
  await app.prepare();

  const handle = app.getRequestHandler();
  return (request, response) => handle(request, response);
}
