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
  /** Resolves when the server may stop listening. */
  askToClose?: () => Promise<void>;
}

/**
 * Turns not ready at once, serves for `delaySeconds` more, then closes everything in order.
 *
 * @returns whether nothing had to be cut off
 */
export async function closeAll(
  { web, runtime, database, askToClose }: Parts,
  delaySeconds: number,
): Promise<boolean> {
  const began = performance.now();
  runtime?.log.info({ event: 'draining', delaySeconds }, 'draining');
  web?.drain();
  if (runtime) {
    runtime.drain();
    await sleep(delaySeconds * 1_000);
  }
  await askToClose?.();
  const cut = (await web?.close(requestDrainMs)) ?? 0;
  if (cut > 0) runtime?.log.warn({ connections: cut }, 'requests were cut off');
  await runtime?.close();
  await database?.release();
  const durationMs = Math.round(performance.now() - began);
  runtime?.log.info({ event: 'stopped', connectionsCut: cut, durationMs }, 'stopped');

  return cut === 0;
}

/**
 * Exits when `work` is done, or at the shutdown deadline. The code is 1 when something was cut off.
 *
 * @param work resolves with whether nothing was
 */
export function exitAfter(work: Promise<boolean>): void {
  setTimeout(() => process.exit(1), shutdownMs).unref();
  work.then(
    (isComplete) => process.exit(isComplete ? 0 : 1),
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
export function stopOnSignal(stop: () => Promise<boolean>, abandon = () => {}): void {
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
