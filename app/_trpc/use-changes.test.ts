import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeTurns } from './use-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('works at once, then at most once a second, and once after the last call', async () => {
  const work = vi.fn(async () => {});
  const look = takeTurns(work);
  look();
  expect(work).toHaveBeenCalledTimes(1);

  for (let passed = 0; passed < 2_950; passed += 50) {
    await vi.advanceTimersByTimeAsync(50);
    look();
  }
  expect(work).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(work).toHaveBeenCalledTimes(4);
});

it('never works twice at a time, however long it takes', async () => {
  const answer = Promise.withResolvers<void>();
  const work = vi.fn(() => answer.promise);
  const look = takeTurns(work);
  look();
  look();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(work).toHaveBeenCalledTimes(1);

  answer.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(2);
});
