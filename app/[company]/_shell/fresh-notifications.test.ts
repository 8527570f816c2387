import { expect, it } from 'vitest';
import type { NotificationView } from '#server/panel-api/schemas/notifications.ts';
import { takeFresh } from './fresh-notifications.ts';

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
