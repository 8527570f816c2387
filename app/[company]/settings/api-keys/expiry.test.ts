import { describe, expect, it } from 'vitest';
import { dayOf, expiresAt } from './expiry.ts';

const now = new Date('2026-03-12T14:05:00.000Z');

describe('expiresAt', () => {
  it.each([
    ['30d', '2026-04-11T14:05:00.000Z'],
    ['90d', '2026-06-10T14:05:00.000Z'],
    ['1y', '2027-03-12T14:05:00.000Z'],
  ] as const)('%s from now', (choice, end) => {
    expect(expiresAt(choice, '', now)?.toISOString()).toBe(end);
  });

  it('lasts to the end of a chosen day', () => {
    expect(expiresAt('date', '2026-05-01', now)?.toISOString()).toBe('2026-05-01T23:59:59.999Z');
  });

  it.each(['', 'soon', '2026-02-30', '2026-13-01'])('knows that %j is no date', (day) => {
    expect(expiresAt('date', day, now)).toBeUndefined();
  });

  it('can be never', () => {
    expect(expiresAt('never', '', now)).toBeNull();
  });
});

it('names the day for a date field', () => {
  expect(dayOf(now)).toBe('2026-03-12');
});
