import { setImmediate as nextTurn } from 'node:timers/promises';
import { timeSliceMs } from '../limits.ts';

/**
 * Keeps long work from blocking the event loop. Await the returned function between its parts: after
 * each 10 ms (`timeSliceMs`), it lets other requests run first.
 */
export function timeSlices(): () => Promise<void> {
  let began = performance.now();

  return async () => {
    if (performance.now() - began < timeSliceMs) return;
    await nextTurn();
    began = performance.now();
  };
}
