import { setTimeout as sleep } from 'node:timers/promises';
import type { WebServer } from '../http/server.ts';
import type { Runtime } from '../runtime.ts';
import type { OpenDatabase } from './database.ts';

/** Milliseconds for requests under way; what is stuck then is cut. */
const patience = 3_000;

export interface Parts {
  web?: WebServer;
  runtime?: Runtime;
  database?: OpenDatabase;
}

/** Not ready at once, serving on for `delay` seconds, then nothing is left behind. */
export async function stop({ web, runtime, database }: Parts, delay: number): Promise<void> {
  if (runtime) {
    runtime.drain();
    await sleep(delay * 1_000);
  }
  await web?.close(patience);
  await runtime?.close();
  await database?.release();
}

/** Ends the process when the work is done, or after `longest` milliseconds. */
export function endAfter(work: Promise<void>, longest: number): void {
  setTimeout(() => process.exit(0), longest).unref();
  work.then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error instanceof Error ? error.message : error);
      process.exit(1);
    },
  );
}

/** One Ctrl+C may arrive twice: from the terminal and passed on by a parent. Milliseconds. */
const samePress = 1_000;

interface Stopping {
  /** Ends all in good order. */
  stop(): Promise<void>;
  /** Ends at once whatever would outlive this process. */
  abandon?(): void;
  /** Milliseconds until it ends in any case; those who stop us wait 25 s. */
  longest?: number;
}

/** Ends the process in good order on SIGTERM and Ctrl+C; a second Ctrl+C ends it at once. */
export function stopOnSignal({ stop, abandon, longest = 24_000 }: Stopping): void {
  let began: number | undefined;
  const begin = (signal: NodeJS.Signals) => {
    if (began === undefined) {
      began = Date.now();
      endAfter(stop(), longest);
    } else if (signal === 'SIGINT' && Date.now() - began > samePress) {
      abandon?.();
      process.exit(130);
    }
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
}
