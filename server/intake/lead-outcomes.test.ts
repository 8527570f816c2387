import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { failedLeadsAgeMs, failuresOfGroupMs } from '../limits.ts';
import { LeadOutcomes } from './lead-outcomes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const errorOf = (code: string) => Object.assign(new Error('failed'), { code });
const full = errorOf('53100');
const fail = (outcomes: LeadOutcomes, error: Error) => {
  outcomes.fail(error);
  vi.advanceTimersByTime(failuresOfGroupMs);
};

it('says in words why leads fail one after the other, until one is stored', () => {
  const outcomes = new LeadOutcomes();
  for (let n = 0; n < 2; n += 1) fail(outcomes, full);
  expect(outcomes.failure).toBeUndefined();
  fail(outcomes, full);
  expect(outcomes.failure).toBe('disk of the database is full');

  outcomes.succeed();
  expect(outcomes.failure).toBeUndefined();
  fail(outcomes, full);
  expect(outcomes.failure).toBeUndefined();
});

it.each([
  ['a missing column', errorOf('42703')],
  ['a column that must be given', errorOf('23502')],
  ['a fault of the program', new TypeError('x is not a function')],
])('counts %s', (_, error) => {
  const outcomes = new LeadOutcomes();
  for (let n = 0; n < 3; n += 1) fail(outcomes, error);
  expect(outcomes.failure).toBe('leads fail, see the log');
});

it('counts the leads of a group once', () => {
  const outcomes = new LeadOutcomes();
  for (let n = 0; n < 50; n += 1) outcomes.fail(full);
  expect(outcomes.failure).toBeUndefined();
});

it('does not count what is refused because too many come', () => {
  const outcomes = new LeadOutcomes();
  for (let n = 0; n < 5; n += 1) fail(outcomes, errorOf('OVERLOADED'));
  expect(outcomes.failure).toBeUndefined();
});

it('forgets failures when no lead has been tried for a while, so that requests try again', () => {
  const outcomes = new LeadOutcomes();
  for (let n = 0; n < 2; n += 1) fail(outcomes, full);
  outcomes.fail(full);
  vi.advanceTimersByTime(failedLeadsAgeMs - 1);
  expect(outcomes.failure).toBeDefined();
  vi.advanceTimersByTime(1);
  expect(outcomes.failure).toBeUndefined();
  outcomes.fail(full);
  expect(outcomes.failure).toBeDefined();
});
