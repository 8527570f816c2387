import { expect, it } from 'vitest';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { isKeyMatch, keyOrders } from './key-table.tsx';

const plain: ApiKeyView = {
  id: '1',
  name: 'Website',
  hint: 'lk_7Qf2…9xKd',
  status: 'active',
  kind: 'live',
  permissions: ['leads:create'],
  funnels: [],
  steps: [],
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  expiresAt: null,
  rateLimit: null,
  deactivatedAt: null,
  secretCopiedAt: '2026-01-01T00:00:00.000Z',
  secretExposedAt: null,
  firstUsedAt: null,
  lastUsedAt: null,
  lastUsedClient: null,
  requestsLast24h: 0,
  successor: null,
  alarms: [],
};
const archived = { id: 'f', name: 'Old', archived: true };
const keys: ApiKeyView[] = [
  { ...plain, name: 'inactive', status: 'inactive' },
  { ...plain, name: 'unused' },
  { ...plain, name: 'used', lastUsedAt: '2026-03-01T00:00:00.000Z' },
  { ...plain, name: 'used later', lastUsedAt: '2026-03-02T00:00:00.000Z' },
  { ...plain, name: 'expires soon', status: 'expiresSoon', expiresAt: '2026-03-05T00:00:00.000Z' },
  { ...plain, name: 'failing', funnels: [archived] },
  { ...plain, name: 'lost', secretCopiedAt: null },
];
const namesBy = (order: keyof typeof keyOrders) =>
  keys.toSorted(keyOrders[order].compare).map(({ name }) => name);

it('puts lost secrets first, then failing and expiring keys, then the last used', () => {
  expect(namesBy('attention')).toEqual([
    'lost',
    'failing',
    'expires soon',
    'used later',
    'used',
    'unused',
    'inactive',
  ]);
});

it('puts keys that were never used or never expire last', () => {
  expect(namesBy('lastUsed').slice(0, 2)).toEqual(['used later', 'used']);
  expect(namesBy('expires')[0]).toBe('expires soon');
});

it.each(['web', 'LK_7qf2', '9xKd', 'lk_7Qf2aaaaaaaaaaaaaaaa9xKd'])(
  'finds a key by %j',
  (search) => {
    expect(isKeyMatch(plain, search)).toBe(true);
  },
);

it('does not find a key by another secret', () => {
  expect(isKeyMatch(plain, 'lk_7Qf2aaaaaaaaaaaaaaaaaaaa')).toBe(false);
});
