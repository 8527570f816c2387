import type { Settings } from '../env.ts';

/** What the primary tells a worker. */
export type Order =
  | {
      kind: 'start';
      settings: Settings;
      /** Absent: it is being prepared, and comes with `database`. */
      databaseUrl?: string | undefined;
    }
  | { kind: 'database'; url: string }
  | { kind: 'stop' };

/** What a worker tells the primary. */
export type Report =
  | { kind: 'listening'; port: number }
  | { kind: 'serving' }
  | { kind: 'failed'; why: string };

/** The workers cannot start; `message` is one line for the operator. */
export class CrewError extends Error {}

/** Calls back with every order. Only the primary, of the same source, writes to this channel. */
export function onOrder(hear: (order: Order) => void): void {
  process.on('message', (message) => hear(message as Order));
}

/** Resolves when it is sent, or when nobody is there to hear it. */
export function report(message: Report): Promise<void> {
  return new Promise((resolve) => {
    if (process.connected && process.send) process.send(message, () => resolve());
    else resolve();
  });
}
