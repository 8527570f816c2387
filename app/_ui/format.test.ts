import { describe, expect, it, vi } from 'vitest';
import {
  digits,
  formatDuration,
  formatRelative,
  formatTime,
  formatUtc,
  localTime,
  nameTimeZone,
  upTo99,
} from './format.ts';

const now = new Date('2026-03-12T14:05:00.000Z');
const moved = (seconds: number) => new Date(now.getTime() + seconds * 1_000);

describe('formatRelative', () => {
  it.each([
    [-5, 'just now'],
    [-60, '1 min ago'],
    [-3_599, '59 min ago'],
    [-3_600, '1 h ago'],
    [-86_400, '1 d ago'],
    [-44 * 86_400, '44 d ago'],
    [-60 * 86_400, '2 mo ago'],
    [-400 * 86_400, '1 y ago'],
    [30, 'in under 1 min'],
    [7_200, 'in 2 h'],
    [90 * 86_400 - 1, 'in 3 mo'],
    [7 * 86_400 - 1, 'in 7 d'],
    [6.4 * 86_400, 'in 6 d'],
  ])('%i s is %s', (seconds, text) => {
    expect(formatRelative(moved(seconds), now)).toBe(text);
  });

  it('shows seconds with the option', () => {
    expect(formatRelative(moved(-2), now, true)).toBe('2 s ago');
    expect(formatRelative(moved(2), now, true)).toBe('in 2 s');
  });
});

it.each([
  [0, 'under 1 min'],
  [59_999, 'under 1 min'],
  [60_000, '1 min'],
  [7_200_000, '2 h'],
])('%i ms are %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});

it('prints times in a time zone and in UTC', () => {
  expect(formatTime(now, 'America/Sao_Paulo')).toBe('12 Mar 2026, 11:05');
  expect(formatTime(now, 'Asia/Kathmandu')).toBe('12 Mar 2026, 19:50');
  expect(formatUtc(now)).toBe('12 Mar 2026, 14:05 UTC');
  expect(nameTimeZone('America/Sao_Paulo')).toBe('America/Sao Paulo');
});

it.each([
  [0, '14:06'],
  [30, '14:06'],
  [31, '14:07'],
  [900, '14:21'],
])('tells the minute in which %i s are over, by the clock of the machine', (seconds, text) => {
  vi.useFakeTimers({ now: new Date(2026, 2, 12, 14, 5, 30) });
  expect(localTime(seconds)).toBe(text);
  vi.useRealTimers();
});

it('prints times in UTC as Intl does', () => {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  for (let month = 0; month < 12; month += 1) {
    const at = new Date(Date.UTC(2026, month, month + 1, month * 2, month * 5));
    expect(formatTime(at, 'UTC')).toBe(format.format(at));
  }
});

it.each([
  [0, '0'],
  [999, '999'],
  [1_284, '1,284'],
  [12_345_678, '12,345,678'],
])('%i is written %s', (amount, text) => {
  expect(digits(amount)).toBe(text);
});

it('makes no format of Intl before one is needed, which would delay the first screen', async () => {
  vi.resetModules();
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const fresh = await import('./format.ts');
  fresh.digits(1_284);
  fresh.formatRelative(moved(-60), now);
  fresh.formatUtc(now);
  expect(made).not.toHaveBeenCalled();

  expect(fresh.formatDay('2026-03-12')).toBe('12 Mar 2026');
  expect(made).toHaveBeenCalledOnce();
  made.mockRestore();
});

it.each([
  [0, '0'],
  [99, '99'],
  [100, '99+'],
])('writes %d as %s', (amount, text) => {
  expect(upTo99(amount)).toBe(text);
});
