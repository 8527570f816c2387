import { expect, it } from 'vitest';
import type { KeyActivity } from '#server/panel-api/schemas/api-keys.ts';
import { daysOf, hoursOf, statusText, totalOf } from './request-chart.tsx';

const activity: Pick<KeyActivity, 'lastHour' | 'hours'> = {
  lastHour: '2026-11-22T12:00:00.000Z',
  hours: [
    { hour: '2026-11-15T13:00:00.000Z', outcomes: { created: 2 } },
    { hour: '2026-11-22T12:00:00.000Z', outcomes: { 429: 1, 400: 3, replayed: 1, answered: 2 } },
  ],
};

it('has every hour of seven days, with the requests of each outcome', () => {
  const hours = hoursOf(activity);
  expect(hours).toHaveLength(168);
  expect(hours[0]).toMatchObject({ start: '2026-11-15T13:00:00.000Z', created: 2, total: 2 });
  expect(hours[1]).toMatchObject({ start: '2026-11-15T14:00:00.000Z', total: 0 });
  expect(hours[167]).toMatchObject({ replayed: 1, answered: 2, refused: 4, total: 7 });
});

it('adds up the hours and names refusals by status', () => {
  const total = totalOf(activity);
  expect(total).toMatchObject({ created: 2, replayed: 1, answered: 2, refused: 4, total: 9 });
  expect(statusText(total.statuses)).toBe('3 × 400, 1 × 429');
});

it('begins days at midnight of the time zone', () => {
  const hours = hoursOf(activity);
  const days = daysOf(hours, 'America/Sao_Paulo');
  expect(days).toHaveLength(7);
  expect(days[0]?.name).toMatch(/Mon.*16|16.*Mon/);
  expect(hours[days[0]?.index ?? 0]?.start).toBe('2026-11-16T03:00:00.000Z');
  expect(hours[daysOf(hours, 'Asia/Kathmandu')[0]?.index ?? 0]?.start).toBe(
    '2026-11-15T19:00:00.000Z',
  );
});
