import { matches, type Order } from '#app/_ui/list-tools.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { failureOf, isWorking, secretProblemOf } from './key-labels.ts';

/** 0 needs attention most. */
function urgencyOf(key: ApiKeyView): number {
  if (secretProblemOf(key)) return 0;
  if (failureOf(key)) return 1;
  if (key.status === 'expiresSoon') return 2;
  return isWorking(key) ? 3 : 4;
}

/** Compares ISO 8601; `null` comes last. */
const compareTimes = (one: string | null, other: string | null) =>
  (one ?? '9').localeCompare(other ?? '9');
const latestFirst = (one: string | null, other: string | null) =>
  (other ?? '').localeCompare(one ?? '');

export const keyOrders = {
  attention: {
    label: 'Needs attention first',
    compare: (one, other) =>
      urgencyOf(one) - urgencyOf(other) ||
      latestFirst(one.lastUsedAt, other.lastUsedAt) ||
      latestFirst(one.createdAt, other.createdAt),
  },
  name: {
    label: 'Name',
    compare: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
    direction: 'ascending',
  },
  lastUsed: {
    label: 'Last used first',
    compare: (one, other) => latestFirst(one.lastUsedAt, other.lastUsedAt),
    direction: 'descending',
  },
  expires: {
    label: 'Expires first',
    compare: (one, other) => compareTimes(one.expiresAt, other.expiresAt),
    direction: 'ascending',
  },
} satisfies Record<string, Order<ApiKeyView>>;

export type KeyOrder = keyof typeof keyOrders;

/** By name, by the visible part of the secret, or by the whole secret. */
export function isKeyMatch({ name, hint }: ApiKeyView, search: string): boolean {
  const [prefix = '', last4 = ''] = hint.split('…');
  return (
    matches(`${name} ${hint}`, search) || (search.startsWith(prefix) && search.endsWith(last4))
  );
}
