import { expect, it } from 'vitest';
import { arrivalSeconds } from '#db/schema/columns.ts';
import {
  idleGraceMs,
  maxDrainDelaySeconds,
  panelCallMs,
  requestDatabaseMs,
  requestDrainMs,
  shutdownMs,
  workerShutdownMs,
} from './limits.ts';

it.each([0, 1, maxDrainDelaySeconds])(
  'gives each step of a shutdown its time before the next one cuts it: %d s',
  (delay) => {
    const idleMs = delay * 1_000 + idleGraceMs;
    const requestsMs = delay * 1_000 + requestDrainMs;
    const steps = [idleMs, requestsMs, workerShutdownMs(delay), shutdownMs, 25_000];
    expect(steps).toEqual(steps.toSorted((a, b) => a - b));
    expect(new Set(steps).size).toBe(steps.length);
  },
);

it('refuses a late lead only when its sender waits no longer', () => {
  expect(arrivalSeconds * 1_000).toBeGreaterThan(Math.max(requestDatabaseMs, panelCallMs));
});
