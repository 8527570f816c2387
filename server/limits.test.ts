import { expect, it } from 'vitest';
import { maxDrainDelaySeconds, requestDrainMs, shutdownMs, workerShutdownMs } from './limits.ts';

it('gives each step of a shutdown its time before the next one cuts it', () => {
  const requestsMs = maxDrainDelaySeconds * 1_000 + requestDrainMs;
  const steps = [requestsMs, workerShutdownMs, shutdownMs, 25_000];
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
  expect(new Set(steps).size).toBe(steps.length);
});
