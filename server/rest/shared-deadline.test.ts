import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SharedDeadline } from './shared-deadline.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('passes for what has not ended in time, at most a second late', () => {
  const deadline = new SharedDeadline(20_000);
  const passed: string[] = [];
  deadline.start(() => passed.push('slow'));
  const end = deadline.start(() => passed.push('quick'));
  end();
  vi.advanceTimersByTime(10_000);
  deadline.start(() => passed.push('later'));

  vi.advanceTimersByTime(9_000);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(passed).toEqual(['slow']);
  vi.advanceTimersByTime(60_000);
  expect(passed).toEqual(['slow', 'later']);
});
