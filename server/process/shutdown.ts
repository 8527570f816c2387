import { setTimeout as sleep } from 'node:timers/promises';
import type { WebServer } from '../http/server.ts';
import { requestDrainMs, samePressMs, shutdownMs } from '../limits.ts';
import type { Runtime } from '../runtime.ts';
import type { OpenDatabase } from './database.ts';
import { describeFailure } from './describe-failure.ts';

export interface Parts {
  web?: WebServer;
  runtime?: Runtime;
  database?: OpenDatabase;
}

/** Turns not ready at once, serves for `delaySeconds` more, then closes everything in order. */
export async function closeAll({ web, runtime, database }: Parts, delaySeconds: number) {
  if (runtime) {
    runtime.drain();
    await sleep(delaySeconds * 1_000);
  }
  await web?.close(requestDrainMs);
  await runtime?.close();
  await database?.release();
}

/** Exits when `work` is done, or at the shutdown deadline. */
export function exitAfter(work: Promise<void>): void {
  setTimeout(() => process.exit(0), shutdownMs).unref();
  work.then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(describeFailure(error));
      process.exit(1);
    },
  );
}

/**
 * Exits in order on SIGTERM and Ctrl+C; a second Ctrl+C exits at once.
 *
 * @param abandon ends at once what would outlive this process
 */
export function stopOnSignal(stop: () => Promise<void>, abandon = () => {}): void {
  let began: number | undefined;
  const begin = (signal: NodeJS.Signals) => {
    if (began === undefined) {
      began = Date.now();
      exitAfter(stop());
    } else if (signal === 'SIGINT' && Date.now() - began > samePressMs) {
      abandon();
      process.exit(130);
    }
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
}
