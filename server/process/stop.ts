import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Runtime } from '../runtime.ts';
import type { OpenDatabase } from './database.ts';

/** Milliseconds for requests under way; what is stuck then is cut, so that all ends within 25 s. */
const patience = 3_000;
const longest = 24_000;

interface Parts {
  server: Server;
  runtime?: Runtime;
  database?: OpenDatabase;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), patience);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
  });
}

/** Not ready at once, serving on for `DRAIN_DELAY`, then nothing is left behind. */
async function stop({ server, runtime, database }: Parts): Promise<void> {
  if (runtime) {
    runtime.drain();
    await sleep(runtime.settings.drainDelay * 1_000);
  }
  await closeServer(server);
  await runtime?.close();
  await database?.release();
}

/** One Ctrl+C may arrive twice: from the terminal and passed on by a parent. Milliseconds. */
const samePress = 1_000;

/** Ends the process in good order on SIGTERM and Ctrl+C; a second Ctrl+C ends it at once. */
export function stopOnSignal(parts: Parts): void {
  let began: number | undefined;
  const begin = (signal: NodeJS.Signals) => {
    if (began !== undefined) {
      if (signal === 'SIGINT' && Date.now() - began > samePress) process.exit(130);
      return;
    }
    began = Date.now();

    setTimeout(() => process.exit(0), longest).unref();
    stop(parts).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
}
