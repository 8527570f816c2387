import { expect, it } from 'vitest';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import {
  accessText,
  canActivate,
  canRotate,
  describeSuccessor,
  endOf,
  failureOf,
  heldEntryOf,
  impactText,
  isSecretLost,
  limitNames,
  mappingPath,
  secretProblemOf,
} from './key-labels.ts';

const key: ApiKeyView = {
  id: '0198a1b2-0000-7000-8000-000000000001',
  name: 'Website',
  hint: 'lk_7Qf2…9xKd',
  status: 'active',
  kind: 'live',
  permissions: ['leads:create'],
  funnels: [],
  steps: [],
  createdAt: '2026-03-01T00:00:00.000Z',
  createdBy: null,
  expiresAt: null,
  rateLimit: null,
  deactivatedAt: null,
  secretCopiedAt: null,
  secretExposedAt: null,
  firstUsedAt: null,
  lastUsedAt: null,
  lastUsedClient: null,
  requestsLast24h: 0,
  successor: null,
  alarms: [],
};
const funnels = [{ id: '1', name: 'Website demo', archived: false }];
const steps = [{ id: '2', name: 'Inbox', funnelId: '3', funnelName: 'Partners', archived: false }];

it('describes the permissions and limits of a key', () => {
  expect(accessText(key)).toBe('Send leads');
  expect(accessText({ ...key, funnels, steps })).toBe('Send leads · 1\u00a0funnel, 1\u00a0step');
  expect(accessText({ ...key, rateLimit: 50 })).toBe('Send leads · 50\u00a0per\u00a0second');
  expect(accessText({ ...key, permissions: [] })).toBe('No permissions');
  expect(limitNames({ funnels, steps })).toEqual(['Website demo', 'Partners: Inbox']);
});

it('describes the recent use of a key', () => {
  const lastUsedAt = '2026-03-02T00:00:00.000Z';

  expect(impactText(key)).toBe('This key was never used.');
  expect(impactText({ ...key, lastUsedAt })).toBe('No requests in the last 24 h.');
  expect(impactText({ ...key, lastUsedAt, requestsLast24h: 12 })).toBe(
    '12 requests in the last 24 h.',
  );
});

it('describes until when a replaced key works', () => {
  const successor = { id: '3', hint: 'lk_Abcd…wxyz', overlapSeconds: 86_400 };
  const deactivatedAt = '2026-03-12T14:05:00.000Z';

  expect(describeSuccessor(key)).toBeUndefined();
  expect(describeSuccessor({ ...key, successor })).toEqual({
    text: 'works until 24 hours after the new key is first used',
  });
  expect(describeSuccessor({ ...key, status: 'retiring', deactivatedAt, successor })).toEqual({
    text: 'works until',
    until: deactivatedAt,
  });
});

it('ends a replaced key with its overlap, or with its expiry if that is earlier', () => {
  const successor = { id: '3', hint: 'lk_Abcd…wxyz', overlapSeconds: 86_400 };
  const [sooner, later] = ['2026-03-12T14:05:00.000Z', '2026-03-13T14:05:00.000Z'];
  const retiring = { ...key, status: 'retiring', successor } as const;

  expect(endOf({ ...key, expiresAt: later })).toEqual({ at: later });
  expect(endOf({ ...key, successor }).text).toBe('24 hours after first use of the new key');
  expect(endOf({ ...retiring, deactivatedAt: sooner })).toEqual({ at: sooner });
  expect(endOf({ ...retiring, deactivatedAt: sooner, expiresAt: later })).toEqual({ at: sooner });
  expect(endOf({ ...retiring, deactivatedAt: later, expiresAt: sooner })).toEqual({ at: sooner });
  expect(endOf({ ...key, status: 'inactive', successor, deactivatedAt: sooner })).toEqual({
    at: null,
  });
});

it('allows rotation and activation only in matching states', () => {
  const successor = { id: '3', hint: 'lk_Abcd…wxyz', overlapSeconds: 0 };

  expect(canRotate(key)).toBe(true);
  expect(canRotate({ ...key, successor })).toBe(false);
  expect(canRotate({ ...key, status: 'expired' })).toBe(false);
  expect(canActivate({ ...key, status: 'inactive' })).toBe(true);
  expect(canActivate({ ...key, status: 'inactive', successor })).toBe(false);
  expect(canActivate(key)).toBe(false);
});

it('a secret counts as lost until it is copied, used or replaced', () => {
  const at = '2026-07-01T00:00:00.000Z';
  expect(isSecretLost(key)).toBe(true);
  expect(isSecretLost({ ...key, secretCopiedAt: at })).toBe(false);
  expect(isSecretLost({ ...key, firstUsedAt: at })).toBe(false);
  expect(isSecretLost({ ...key, status: 'inactive' })).toBe(false);
});

it('a secret that was exposed is a problem until it is replaced', () => {
  const exposed = { ...key, secretExposedAt: '2026-07-01T00:00:00.000Z' };
  expect(secretProblemOf(exposed)).toBe('Secret exposed');
  expect(secretProblemOf({ ...exposed, status: 'inactive' })).toBeUndefined();
  expect(secretProblemOf(key)).toBe('Secret never copied');
});

it('describes why requests with a key fail', () => {
  const archived = { id: 'f', name: 'Old', archived: true };
  const expired: ApiKeyView = {
    ...key,
    status: 'expired',
    expiresAt: '2026-03-02T00:00:00.000Z',
    lastUsedAt: '2026-03-01T12:00:00.000Z',
  };

  expect(failureOf(key)).toBeUndefined();
  expect(failureOf(expired)).toBe('Expired while in use');
  expect(failureOf({ ...expired, lastUsedAt: '2026-02-20T12:00:00.000Z' })).toBeUndefined();
  expect(failureOf({ ...key, funnels: [archived] })).toMatch(/archived/);
  expect(
    failureOf({ ...key, funnels: [archived, { ...archived, archived: false }] }),
  ).toBeUndefined();
  expect(failureOf({ ...key, funnels: [archived], status: 'inactive' })).toBeUndefined();
});

it('fields are mapped with the submission that is held, if one is', () => {
  const alarm = { kind: 'held', text: 'Held', entryId: 'e1' } as ApiKeyView['alarms'][number];
  const silent = { kind: 'silence', text: 'Silent', entryId: null } as (typeof key.alarms)[number];
  const pathOf = (alarms: ApiKeyView['alarms']) =>
    mappingPath('acme', 'k1', heldEntryOf({ alarms }));
  expect(pathOf([silent, alarm])).toBe('/acme/settings/api-keys/k1/fields?entry=e1');
  expect(pathOf([silent])).toBe('/acme/settings/api-keys/k1/fields');
});
