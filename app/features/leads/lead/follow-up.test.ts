import { expect, it } from 'vitest';
import { instantOf, localOf, quickTime } from './follow-up.tsx';

const lisbon = 'Europe/Lisbon';

it.each([
  ['America/Sao_Paulo', '2026-03-12T09:00', '2026-03-12T12:00:00.000Z'],
  ['Asia/Kathmandu', '2026-03-12T09:00', '2026-03-12T03:15:00.000Z'],
  [lisbon, '2026-03-28T09:00', '2026-03-28T09:00:00.000Z'],
  [lisbon, '2026-03-29T09:00', '2026-03-29T08:00:00.000Z'],
  [lisbon, '2026-10-25T09:00', '2026-10-25T09:00:00.000Z'],
  ['America/New_York', '2026-03-08T04:00', '2026-03-08T08:00:00.000Z'],
  ['Pacific/Kiritimati', '2026-01-01T00:30', '2025-12-31T10:30:00.000Z'],
])('in %s, %s is %s', (timeZone, local, instant) => {
  expect(instantOf(timeZone, local)?.toISOString()).toBe(instant);
  expect(localOf(timeZone, new Date(instant))).toBe(local);
});

it('knows no instant of what is no time', () => {
  expect(instantOf(lisbon, '')).toBeUndefined();
});

it.each([
  ['inAnHour', '2026-03-27T23:30:20.000Z', '2026-03-28T00:31:00.000Z'],
  ['tomorrow', '2026-03-28T23:30:00.000Z', '2026-03-29T08:00:00.000Z'],
  ['monday', '2026-03-28T12:00:00.000Z', '2026-03-30T08:00:00.000Z'],
  ['monday', '2026-03-30T06:00:00.000Z', '2026-04-06T08:00:00.000Z'],
  ['monday', '2026-03-29T12:00:00.000Z', '2026-03-30T08:00:00.000Z'],
] as const)('%s, on %s, is %s', (choice, now, expected) => {
  expect(quickTime(choice, new Date(now), lisbon).toISOString()).toBe(expected);
});
