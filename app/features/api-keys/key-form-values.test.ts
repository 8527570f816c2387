import { describe, expect, it } from 'vitest';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import {
  describeExpiry,
  expiresAt,
  keyFormSchema,
  lastDay,
  newKeyValues,
  settingsOf,
  summaryOf,
  valuesOf,
} from './key-form-values.ts';

const timeZone = 'America/Sao_Paulo';
const clock = { now: new Date('2026-03-12T14:05:00.000Z'), timeZone };

describe('expiresAt', () => {
  it.each([
    ['30d', '2026-04-11T14:05:00.000Z'],
    ['90d', '2026-06-10T14:05:00.000Z'],
    ['1y', '2027-03-12T14:05:00.000Z'],
  ] as const)('%s from now', (choice, end) => {
    expect(expiresAt(choice, '', clock)?.toISOString()).toBe(end);
  });

  it('lasts to the end of a selected day in the time zone of the company', () => {
    expect(expiresAt('date', '2026-05-01', clock)?.toISOString()).toBe('2026-05-02T03:00:00.000Z');
  });

  it.each(['', 'soon', '2026-02-30', '2026-13-01'])('rejects %j as a date', (day) => {
    expect(expiresAt('date', day, clock)).toBeUndefined();
  });

  it('supports keys without expiry', () => {
    expect(expiresAt('never', '', clock)).toBeNull();
  });
});

it('shows the day of an expiry as it was selected', () => {
  expect(lastDay(new Date('2026-05-02T03:00:00.000Z'), timeZone)).toBe('2026-05-01');
  expect(lastDay(new Date('2026-05-02T03:00:00.001Z'), timeZone)).toBe('2026-05-02');
});

it.each([
  ['2026-05-02T03:00:00.000Z', 'the end of 1 May 2026 (America/Sao Paulo)'],
  ['2026-05-02T14:05:00.000Z', '2 May 2026, 16:05'],
])('describes the expiry %s as %s', (at, text) => {
  expect(describeExpiry(new Date(at), timeZone, 'Europe/Berlin')).toBe(text);
});

const funnelId = '0198a1b2-0000-7000-8000-000000000001';
const messagesOf = (values: object) =>
  keyFormSchema(timeZone)
    .safeParse({ ...newKeyValues, name: 'Website', ...values })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

it('allows all funnels for one year by default', () => {
  expect(settingsOf({ ...newKeyValues, name: 'Website' }, null, clock)).toEqual({
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

  expect(settingsOf(values, null, clock).rateLimit).toBeNull();
  expect(settingsOf({ ...values, rate: 'custom' }, null, clock).rateLimit).toBe(50);
  expect(settingsOf({ ...values, rate: 'none' }, null, clock).rateLimit).toBe(0);
});

it.each(['', '0', '1.5', 'x', '1000001'])('rejects %j as a rate', (perSecond) => {
  expect(messagesOf({ rate: 'custom', perSecond })).toEqual([
    ['perSecond', 'Enter a whole number from 1 to 1,000,000'],
  ]);
});

it('ignores selected funnels when all are allowed', () => {
  const values = { ...newKeyValues, funnelIds: [funnelId] };

  expect(settingsOf(values, null, clock).funnelIds).toEqual([]);
  expect(settingsOf({ ...values, scope: 'chosen' }, null, clock).funnelIds).toEqual([funnelId]);
});

it('keeps the current expiry', () => {
  const kept = '2026-04-01T10:00:00.000Z';

  expect(settingsOf({ ...newKeyValues, expiry: 'keep' }, kept, clock).expiresAt).toBe(kept);
});

it('reports missing values at their fields', () => {
  expect(messagesOf({})).toBeUndefined();
  expect(messagesOf({ name: ' ' })).toEqual([['name', 'Enter a name']]);
  expect(messagesOf({ name: 'x'.repeat(60) })).toBeUndefined();
  expect(messagesOf({ name: 'x'.repeat(61) })).toEqual([['name', 'Use at most 60 characters']]);
  expect(messagesOf({ scope: 'chosen' })).toEqual([
    ['scope', 'Choose at least one funnel or step'],
  ]);
  expect(messagesOf({ expiry: 'date' })).toEqual([['day', 'Choose a date']]);
  expect(messagesOf({ expiry: 'date', day: '2020-01-01' })).toEqual([
    ['day', 'Choose a date in the future'],
  ]);
});

it.each<Pick<ApiKeyView, 'permissions' | 'rateLimit' | 'expiresAt'>>([
  { permissions: ['leads:create'], rateLimit: null, expiresAt: null },
  { permissions: ['leads:create', 'leads:read'], rateLimit: 5, expiresAt: null },
  { permissions: ['leads:read'], rateLimit: 0, expiresAt: '2026-04-01T10:00:00.000Z' },
  { permissions: [], rateLimit: null, expiresAt: '2026-04-01T10:00:00.000Z' },
])('an edited key keeps what is not changed: %j', (settings) => {
  const step = { id: 's', name: 'New', funnelId, funnelName: 'Sales', archived: false };
  const funnel = { id: funnelId, name: 'Sales', archived: true };
  const key = { name: 'Website', funnels: [funnel], steps: [step], ...settings } as ApiKeyView;

  expect(settingsOf(valuesOf(key, timeZone), settings.expiresAt, clock)).toEqual({
    name: 'Website',
    funnelIds: [funnelId],
    stepIds: ['s'],
    ...settings,
  });
});

it.each([
  [{}, 'Live · sends leads · every funnel and step · default rate limit'],
  [
    { kind: 'rehearsal', access: 'sendAndRead', scope: 'chosen', funnelIds: [funnelId] },
    'Test · sends and reads leads · 1 funnel · default rate limit',
  ],
  [
    { access: 'none', scope: 'chosen', funnelIds: [funnelId, funnelId], stepIds: [funnelId] },
    'Live · no permissions · 2 funnels, 1 step · default rate limit',
  ],
  [
    { access: 'read', scope: 'chosen', rate: 'custom', perSecond: '5' },
    'Live · reads leads · chosen funnels and steps · 5 per second',
  ],
  [{ rate: 'none' }, 'Live · sends leads · every funnel and step · no rate limit'],
] as const)('sums up %j', (values, text) => {
  const { funnelIds = [], stepIds = [], ...rest } = values as Partial<typeof newKeyValues>;
  expect(summaryOf({ ...newKeyValues, ...rest, funnelIds, stepIds })).toBe(text);
});
