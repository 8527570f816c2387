import type { Server } from 'node:http';
import type { PanelHandler } from '../http/server.ts';

/** Loads Next, which serves what `app/` holds: the build, or the sources with reload. */
export async function openNext(dev: boolean, httpServer: Server): Promise<PanelHandler> {
  const { default: next } = await import('next');
  const app = next({ dev, dir: process.cwd(), httpServer });
  await app.prepare();

  const handle = app.getRequestHandler();
  return (request, response) => handle(request, response);
}
