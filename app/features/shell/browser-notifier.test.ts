import { expect, it } from 'vitest';
import type { NotificationView } from '#server/panel-api/schemas/notifications.ts';
import { completeIn, readUntil, takeFresh } from './browser-notifier.tsx';

const item = (kind: NotificationView['kind'], minute: number): NotificationView => ({
  kind,
  leadId: '0198a1b2-0000-7000-8000-000000000001',
  name: 'Ada Lovelace',
  at: `2027-01-01T10:0${minute}:00.000Z`,
  by: null,
  isUnread: true,
});
const since = '2027-01-01T10:00:00.000Z';

it('takes each notification of a lead once', () => {
  const taken = new Set<string>();
  const arrived = item('new', 1);
  const assigned = item('assigned', 2);
  const due = item('due', 3);
  const dueAgain = item('due', 4);

  expect(takeFresh([arrived], since, taken)).toEqual([arrived]);
  expect(takeFresh([assigned, arrived], since, taken)).toEqual([assigned]);
  expect(takeFresh([due, assigned, arrived], since, taken)).toEqual([due]);
  expect(takeFresh([dueAgain, assigned, arrived], since, taken)).toEqual([dueAgain]);
  expect(takeFresh([dueAgain, assigned, arrived], since, taken)).toEqual([]);
});

it('takes none from before', () => {
  expect(takeFresh([item('new', 0)], since, new Set())).toEqual([]);
});

const at = (second: number) => `2026-03-12T12:00:0${second}.000Z`;
const listed = (name: string, second: number): NotificationView => ({
  kind: 'new',
  leadId: name,
  name,
  at: at(second),
  by: null,
  isUnread: true,
});

it('marks as read up to the newest one once no older one can follow', () => {
  const shown = { items: [listed('Ada', 8), listed('Bob', 2)], readAt: at(5) };
  const later = { items: [listed('Eve', 9), ...shown.items], readAt: at(9) };

  expect(completeIn(shown)).toBe(3_000);
  expect(readUntil(shown, later)).toBe('2026-03-12T12:00:08.001Z');
});

it('keeps one unread that was committed after the list was read', () => {
  const shown = { items: [listed('Ada', 8)], readAt: at(5) };
  const later = { items: [listed('Ada', 8), listed('Late', 7)], readAt: at(9) };

  expect(readUntil(shown, later)).toBe(at(7));
});

it('counts from the newest one, also after follow-ups that are due', () => {
  const due = { ...listed('Due', 3), kind: 'due' as const };
  const late = { ...listed('Late', 4), kind: 'due' as const };
  const shown = { items: [due, listed('Ada', 8)], readAt: at(5) };
  const later = { items: [due, late, listed('Ada', 8), listed('Eve', 7)], readAt: at(9) };

  expect(completeIn(shown)).toBe(3_000);
  expect(readUntil(shown, shown)).toBe('2026-03-12T12:00:08.001Z');
  expect(readUntil(shown, later)).toBe(at(4));
});

it('marks a list of older ones as read at once', () => {
  const shown = { items: [listed('Ada', 3)], readAt: at(5) };

  expect(completeIn(shown)).toBe(0);
  expect(readUntil(shown, shown)).toBe(at(5));
});
