import { expect, it } from 'vitest';
import type { AlarmFigures } from '#db/values/key-alarms.ts';
import { describeAlarm } from './describe-alarm.ts';

const now = new Date('2027-01-13T15:00:00.000Z');
const drift = { hits: 37, total: 37, before: 0.02, lastStatus: null };

it.each<[AlarmFigures, startedAt: string, text: string]>([
  [
    { kind: 'silence', leadsPerDay: 12, lastStatus: 401 },
    '2027-01-13T09:00:00.000Z',
    'Usually 12 leads a day, none for 6 hours; the last answer was 401',
  ],
  [
    { kind: 'silence', leadsPerDay: 0, lastStatus: null },
    '2027-01-10T09:00:00.000Z',
    'Usually 1 lead a day, none for 3 days',
  ],
  [
    { kind: 'withoutPhone', ...drift },
    '2027-01-13T12:14:00.000Z',
    'Since 09:14, 37 of 37 leads came without a phone, before 2 %',
  ],
  [
    { kind: 'unread', ...drift, hits: 1_200, total: 1_300, before: 0.001 },
    '2027-01-12T12:14:00.000Z',
    'Since 12 Jan 2027, 09:14, 1,200 of 1,300 leads came with values that cannot be read, before under 1 %',
  ],
  [
    { kind: 'refused', ...drift, before: 0, lastStatus: 404 },
    '2027-01-13T12:14:00.000Z',
    'Since 09:14, 37 of 37 leads were refused, before 0 %; the last answer was 404',
  ],
  [
    { kind: 'sameIdempotencyKey', hits: 12, total: 13 },
    '2027-01-13T12:14:00.000Z',
    'Idempotency-Key is the same on every request: since 09:14, 12 of 13 were refused',
  ],
  [
    { kind: 'held', entryId: 'e-1' },
    '2027-01-13T12:14:00.000Z',
    'Since 09:14, submissions are held: no lead could be made of them',
  ],
  [
    { kind: 'expiry', endsAt: '2027-01-20T14:58:00.000Z', usedYesterday: 40 },
    '2027-01-13T15:00:00.000Z',
    'Expires in 7 days, used 40 times yesterday',
  ],
  [
    { kind: 'expiry', endsAt: '2027-01-13T15:20:00.000Z', usedYesterday: 1 },
    '2027-01-13T15:00:00.000Z',
    'Expires in 1 hour, used 1 time yesterday',
  ],
])('says %j', (figures, startedAt, text) => {
  expect(
    describeAlarm(
      { figures, startedAt: new Date(startedAt) },
      { now, timeZone: 'America/Sao_Paulo' },
    ).text,
  ).toBe(text);
});
