import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failedGroupsAgeMs } from '../limits.ts';
import { GroupOutcomes } from './group-outcomes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const full = Object.assign(new Error('could not extend file'), { code: '53100' });
const fail = (outcomes: GroupOutcomes, error: Error) =>
  expect(outcomes.count(Promise.reject(error))).rejects.toBe(error);

it('says in words why groups fail one after the other, until one is stored', async () => {
  const outcomes = new GroupOutcomes();
  for (let n = 0; n < 2; n += 1) await fail(outcomes, full);
  expect(outcomes.failure).toBeUndefined();
  await fail(outcomes, full);
  expect(outcomes.failure).toBe('disk of the database is full');

  expect(await outcomes.count(Promise.resolve('stored'))).toBe('stored');
  expect(outcomes.failure).toBeUndefined();
  await fail(outcomes, full);
  expect(outcomes.failure).toBeUndefined();
});

it('does not count groups that were refused for their rows', async () => {
  const outcomes = new GroupOutcomes();
  const refused = Object.assign(new Error('refused'), { code: '23514' });
  for (let n = 0; n < 5; n += 1) await fail(outcomes, refused);
  expect(outcomes.failure).toBeUndefined();
});

it('forgets failures when no group has been tried for a while, so that requests try again', async () => {
  const outcomes = new GroupOutcomes();
  for (let n = 0; n < 3; n += 1) await fail(outcomes, full);
  vi.advanceTimersByTime(failedGroupsAgeMs - 1);
  expect(outcomes.failure).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(outcomes.failure).toBeUndefined();
  await fail(outcomes, full);
  expect(outcomes.failure).toBeDefined();
});
