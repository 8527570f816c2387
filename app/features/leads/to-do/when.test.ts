import { expect, it } from 'vitest';
import { labelWhen, plainText } from './when.ts';

const today = '2026-11-28';

it.each([
  ['overdue', '2026-11-26T12:00:00.000Z', { day: 'Thu 26 Nov', time: '09:00' }],
  ['overdue', '2026-11-28T12:00:00.000Z', { time: '09:00' }],
  ['today', '2026-11-29T02:30:00.000Z', { time: '23:30' }],
  ['tomorrow', '2026-11-29T12:00:00.000Z', { time: '09:00' }],
  ['later', '2027-01-04T12:00:00.000Z', { day: 'Mon 4 Jan 2027', time: '09:00' }],
  ['later', '2026-12-07T12:00:00.000Z', { day: 'Mon 7 Dec', time: '09:00' }],
] as const)('%s: %s', (section, at, expected) => {
  expect(labelWhen(section, at, 'America/Sao_Paulo', today)).toEqual(expected);
});

it('writes a note in one line', () => {
  expect(plainText('Next **steps**:\n- send the `offer`')).toBe('Next steps: - send the offer');
});
