import { describe, expect, it } from 'vitest';
import { dayOf, expiresAt, keyFormSchema, newKeyValues, settingsOf } from './key-form-values.ts';

const now = new Date('2026-03-12T14:05:00.000Z');

describe('expiresAt', () => {
  it.each([
    ['30d', '2026-04-11T14:05:00.000Z'],
    ['90d', '2026-06-10T14:05:00.000Z'],
    ['1y', '2027-03-12T14:05:00.000Z'],
  ] as const)('%s from now', (choice, end) => {
    expect(expiresAt(choice, '', now)?.toISOString()).toBe(end);
  });

  it('lasts to the end of a selected day', () => {
    expect(expiresAt('date', '2026-05-01', now)?.toISOString()).toBe('2026-05-01T23:59:59.999Z');
  });

  it.each(['', 'soon', '2026-02-30', '2026-13-01'])('rejects %j as a date', (day) => {
    expect(expiresAt('date', day, now)).toBeUndefined();
  });

  it('supports keys without expiry', () => {
    expect(expiresAt('never', '', now)).toBeNull();
  });
});

it('formats the day for a date input', () => {
  expect(dayOf(now)).toBe('2026-03-12');
});

const funnelId = '0198a1b2-0000-7000-8000-000000000001';
const messagesOf = (values: object) =>
  keyFormSchema
    .safeParse({ ...newKeyValues, name: 'Website', ...values })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

it('allows all funnels for one year by default', () => {
  expect(settingsOf({ ...newKeyValues, name: 'Website' }, null, now)).toEqual({
    name: 'Website',
    permissions: ['leads:create'],
    funnelIds: [],
    stepIds: [],
    expiresAt: '2027-03-12T14:05:00.000Z',
    rateLimit: null,
  });
});

it('sends a custom rate only while it is selected, and 0 for no limit', () => {
  const values = { ...newKeyValues, perSecond: '50' };

  expect(settingsOf(values, null, now).rateLimit).toBeNull();
  expect(settingsOf({ ...values, rate: 'custom' }, null, now).rateLimit).toBe(50);
  expect(settingsOf({ ...values, rate: 'none' }, null, now).rateLimit).toBe(0);
});

it.each(['', '0', '1.5', 'x', '1000001'])('rejects %j as a rate', (perSecond) => {
  expect(messagesOf({ rate: 'custom', perSecond })).toEqual([
    ['perSecond', 'Enter a whole number from 1 to 1,000,000'],
  ]);
});

it('ignores selected funnels when all are allowed', () => {
  const values = { ...newKeyValues, funnelIds: [funnelId] };

  expect(settingsOf(values, null, now).funnelIds).toEqual([]);
  expect(settingsOf({ ...values, scope: 'chosen' }, null, now).funnelIds).toEqual([funnelId]);
});

it('keeps the current expiry', () => {
  const kept = '2026-04-01T10:00:00.000Z';

  expect(settingsOf({ ...newKeyValues, expiry: 'keep' }, kept, now).expiresAt).toBe(kept);
});

it('reports missing values at their fields', () => {
  expect(messagesOf({})).toBeUndefined();
  expect(messagesOf({ name: ' ' })).toEqual([['name', 'Enter a name']]);
  expect(messagesOf({ scope: 'chosen' })).toEqual([
    ['scope', 'Choose at least one funnel or step'],
  ]);
  expect(messagesOf({ expiry: 'date' })).toEqual([['day', 'Choose a date']]);
  expect(messagesOf({ expiry: 'date', day: '2020-01-01' })).toEqual([
    ['day', 'Choose a date in the future'],
  ]);
});
