// Started by `crew.ts`, never by hand. `mode` comes first: it decides what the others load.
import './mode.ts';
import cluster from 'node:cluster';
import { createWebServer } from '../http/server.ts';
import { startRuntime } from '../runtime.ts';
import { describeFailure } from './describe-failure.ts';
import { listen } from './listen.ts';
import { type Order, onOrder, report } from './messages.ts';
import { openNext } from './panel.ts';
import { endAfter, type Parts, stop } from './stop.ts';

/** Milliseconds to stop in, less than the primary waits. */
const longest = 23_400;

const parts: Parts = {};
const preparedUrl = Promise.withResolvers<string>();
let drainDelay = 0;
let isStopping = false;

function stopOnce(delay: number): void {
  if (isStopping) return;
  isStopping = true;
  endAfter(stop(parts, delay), longest);
}

/**
 * Without a database yet, it listens first: that settles the port, and `/livez` answers. Later
 * workers listen last, so that none is asked for what it cannot serve.
 */
async function start({ settings, databaseUrl }: Order & { kind: 'start' }): Promise<void> {
  drainDelay = settings.drainDelay;
  const web = createWebServer(settings.trustedProxies);
  parts.web = web;
  const tellPort = async () =>
    report({ kind: 'listening', port: await listen(web.server, settings) });

  if (!databaseUrl) await tellPort();
  parts.runtime = startRuntime(settings, databaseUrl ?? (await preparedUrl.promise));
  web.openPanel(await openNext(false, web.server));
  if (databaseUrl) await tellPort();
  await report({ kind: 'serving' });
}

onOrder((order) => {
  if (order.kind === 'stop') stopOnce(drainDelay);
  else if (order.kind === 'database') preparedUrl.resolve(order.url);
  else {
    start(order).catch(async (error: unknown) => {
      await report({ kind: 'failed', why: describeFailure(error) });
      process.exit(1);
    });
  }
});

process.on('SIGTERM', () => stopOnce(drainDelay));
// Ctrl+C reaches the whole group of processes; the primary decides what it means.
process.on('SIGINT', () => {});
// The primary is gone, and the port with it. Node would end us in the middle of a request.
cluster.worker?.on('disconnect', () => {
  if (cluster.worker) cluster.worker.exitedAfterDisconnect = true;
  stopOnce(0);
});
