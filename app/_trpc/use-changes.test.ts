import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serialize } from './use-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('runs immediately, ten times a second at first, then once a second, and after the last call', async () => {
  const work = vi.fn(async () => {});
  const run = serialize(work);
  run();
  expect(work).toHaveBeenCalledTimes(1);

  for (let passed = 0; passed < 3_950; passed += 50) {
    await vi.advanceTimersByTimeAsync(50);
    run();
  }
  expect(work).toHaveBeenCalledTimes(13);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(14);
});

it('runs immediately each time that a quarter of a second has passed', async () => {
  const work = vi.fn(async () => {});
  const run = serialize(work);
  for (let call = 1; call <= 5; call += 1) {
    run();
    expect(work).toHaveBeenCalledTimes(call);
    await vi.advanceTimersByTimeAsync(250);
  }
});

it('never runs twice at a time', async () => {
  const answer = Promise.withResolvers<void>();
  const work = vi.fn(() => answer.promise);
  const run = serialize(work);
  run();
  run();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(work).toHaveBeenCalledTimes(1);

  answer.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
});
