import { count, formatUtc } from '#app/_ui/format.ts';
import { apiKeyFilters, rotationOverlaps } from '#db/values/api-keys.ts';
import type { ApiKeyFilter, ApiKeyView, RotationOverlap } from '#server/api/schemas/api-keys.ts';

export const filterLabels: Record<ApiKeyFilter, string> = {
  all: 'All',
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
};

/** The filter that an address asks for; `all` when it asks for none of ours. */
export function readFilter(value: string | string[] | undefined): ApiKeyFilter {
  return apiKeyFilters.find((each) => each === value) ?? 'all';
}

export const overlapLabels: Record<RotationOverlap, string> = {
  '1h': '1 hour after the new key is first used',
  '24h': '24 hours after the new key is first used',
  '7d': '7 days after the new key is first used',
  now: 'At once',
};

const overlapBySeconds = new Map<number, string>([
  [rotationOverlaps['1h'], '1 hour'],
  [rotationOverlaps['24h'], '24 hours'],
  [rotationOverlaps['7d'], '7 days'],
]);

/** What is told of a key that was rotated while it still works. */
export function successorText({ deactivatedAt, successor }: ApiKeyView): string | undefined {
  if (!successor) return undefined;
  if (deactivatedAt)
    return `Replaced by ${successor.hint}, works until ${formatUtc(new Date(deactivatedAt))}`;

  const overlap = overlapBySeconds.get(successor.overlapSeconds) ?? 'a while';
  return `Replaced by ${successor.hint}, works until ${overlap} after that is first used`;
}

/** Breaks between the limits, not within one. */
const limit = (amount: number, noun: string) => count(amount, noun).replace(' ', '\u00a0');

/** `Send leads · 2 funnels, 1 step, 50 a second`. */
export function accessText(
  key: Pick<ApiKeyView, 'permissions' | 'funnels' | 'steps' | 'rateLimit'>,
): string {
  const may = key.permissions.includes('leads:create') ? 'Send leads' : 'No permissions';
  const limits = [
    key.funnels.length > 0 ? limit(key.funnels.length, 'funnel') : '',
    key.steps.length > 0 ? limit(key.steps.length, 'step') : '',
    key.rateLimit ? `${key.rateLimit}\u00a0a\u00a0second` : '',
  ].filter(Boolean);

  return limits.length > 0 ? `${may} · ${limits.join(', ')}` : may;
}

/** The places behind the counts of `accessText`, for a tooltip. */
export function limitNames(key: Pick<ApiKeyView, 'funnels' | 'steps'>): string[] {
  return [
    ...key.funnels.map((funnel) => funnel.name),
    ...key.steps.map((step) => `${step.funnelName}: ${step.name}`),
  ];
}

/** What stops when a key is deactivated. */
export function impactText(key: ApiKeyView): string {
  if (!key.lastUsedAt) return 'It was never used.';
  if (key.requestsLast24h === 0) return 'No requests in the last 24 h.';

  return `${count(key.requestsLast24h, 'request')} in the last 24 h.`;
}

/** Whether its requests are accepted now. */
export function isWorking({ status }: Pick<ApiKeyView, 'status'>): boolean {
  return status !== 'inactive' && status !== 'expired';
}

/** A key is rotated once; after that its successor is. */
export function canRotate(key: ApiKeyView): boolean {
  return isWorking(key) && !key.successor;
}

/** A key that was replaced at once stays off. */
export function canActivate({ status, successor }: ApiKeyView): boolean {
  return status === 'inactive' && successor?.overlapSeconds !== 0;
}
