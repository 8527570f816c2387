// Forked by `worker-pool.ts`. `next.ts` comes first: it decides what the others load.
import './next.ts';
import cluster from 'node:cluster';
import type { DatabaseAddress } from '#db/address.ts';
import type { Settings } from '../env.ts';
import { createWebServer } from '../http/server.ts';
import { reserveRuntime, startRuntime } from '../runtime.ts';
import { describeFailure } from './describe-failure.ts';
import { listen } from './listen.ts';
import { isDev, openNext } from './next.ts';
import { closeAll, exitAfter, type Parts } from './shutdown.ts';
import { openIntake } from './start-step.ts';
import { logReady } from './startup-log.ts';

/** From the primary. Without an address the database is still being prepared. */
export type Order = { settings: Settings; address?: DatabaseAddress | undefined } | 'stop';
/** To the primary: it serves, why it cannot, or it is about to close its socket. */
export type Report = 'serving' | 'closing' | { failed: string };

const parts: Parts = {};
let drainDelay = 0;
let isStopping = false;
let panel: ReturnType<typeof openNext> | undefined;

/**
 * Resolves when the primary has closed its copy of the socket, or is gone. The last copy to be closed
 * resets the connections that wait to be accepted, so that must be one of those who accept them.
 */
function askToClose(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = parts.web?.server;
  // The primary answers with `worker.disconnect()`, upon which Node calls this here.
  if (server)
    server.close = (onClosed) => {
      if (onClosed) server.once('close', onClosed);
      resolve();
      return server;
    };
  process.once('disconnect', resolve);
  if (process.connected) void report('closing');
  else resolve();
  return promise;
}

function stop(delaySeconds: number): void {
  if (isStopping) return;
  isStopping = true;
  exitAfter(closeAll({ ...parts, askToClose }, delaySeconds));
}

/**
 * Without a database it only loads the panel and listens: that settles the port, and `/livez` answers.
 * Other workers listen last, so that they accept only what they can serve.
 */
async function start({ settings, address }: Exclude<Order, 'stop'>): Promise<void> {
  drainDelay = settings.drainDelay;
  parts.web ??= createWebServer(settings.trustedProxies, isDev);
  const { server, openPanel } = parts.web;
  reserveRuntime();
  panel ??= openNext();
  openPanel(await panel);
  if (address) {
    parts.runtime = startRuntime(settings, address);
    await openIntake(parts.runtime);
  }
  if (!server.listening) await listen(server, settings);
  if (parts.runtime) logReady(parts.runtime.log, settings.port);
  if (address) await report('serving');
}

/** Resolves when it is sent, or when the primary is gone. */
function report(message: Report): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, () => resolve());
    else resolve();
  });
}

process.on('message', (order: Order) => {
  if (order === 'stop') return stop(drainDelay);

  start(order).catch(async (error: unknown) => {
    // What a stop takes from a start is no failure.
    if (isStopping) return;
    await report({ failed: describeFailure(error) });
    process.exit(1);
  });
});

process.on('SIGTERM', () => stop(drainDelay));
// Ctrl+C reaches the whole process group; the primary decides what it means.
process.on('SIGINT', () => {});
// The primary has ended. Node would end this process in the middle of a request.
cluster.worker?.on('disconnect', () => {
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  stop(0);
});
