import { describe, expect, it } from 'vitest';
import { dayIn, endOfDay, isTimeZone } from './time-zone.ts';
import { localTimeZone } from './time-zone-names.ts';

describe('endOfDay', () => {
  it.each([
    ['UTC', '2026-03-12', '2026-03-13T00:00:00.000Z'],
    ['America/Sao_Paulo', '2026-05-01', '2026-05-02T03:00:00.000Z'],
    ['Asia/Kathmandu', '2026-05-01', '2026-05-01T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-05-01', '2026-05-01T10:00:00.000Z'],
    ['Etc/GMT+12', '2026-05-01', '2026-05-02T12:00:00.000Z'],
    // The clock goes forward or back on that day.
    ['Europe/Berlin', '2026-03-29', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25T23:00:00.000Z'],
    // Summer time began at midnight: the next day started at 01:00.
    ['America/Sao_Paulo', '2018-11-03', '2018-11-04T03:00:00.000Z'],
    // Summer time ended at midnight: 23:00 to 24:00 came twice.
    ['America/Sao_Paulo', '2018-02-17', '2018-02-18T03:00:00.000Z'],
    // Samoa left out 30 December 2011.
    ['Pacific/Apia', '2011-12-29', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
    ['Pacific/Apia', '2026-05-01', '2026-05-01T11:00:00.000Z'],
  ])('%s, %s', (timeZone, day, end) => {
    expect(endOfDay(timeZone, day)?.toISOString()).toBe(end);
  });

  it.each(['', 'soon', '2026-02-30', '2026-13-01', '2026-1-1'])('rejects %j', (day) => {
    expect(endOfDay('UTC', day)).toBeUndefined();
  });
});

it('tells the day in a time zone', () => {
  const at = new Date('2026-03-12T02:00:00Z');

  expect(dayIn('UTC', at)).toBe('2026-03-12');
  expect(dayIn('America/Sao_Paulo', at)).toBe('2026-03-11');
});

it('accepts names of the IANA only', () => {
  for (const name of ['UTC', 'America/Sao_Paulo', 'Asia/Kathmandu', 'Etc/GMT+3'])
    expect(isTimeZone(name)).toBe(true);
  for (const text of ['', '+03:00', '-3', 'Mars/Base', 'UTC; drop table', ' UTC'])
    expect(isTimeZone(text)).toBe(false);
  expect(isTimeZone(localTimeZone())).toBe(true);
});
