import { count } from '#app/_ui/format.ts';
import { apiKeyFilters, rotationOverlaps } from '#db/values/api-keys.ts';
import type {
  ApiKeyFilter,
  ApiKeyView,
  RotationOverlap,
} from '#server/panel-api/schemas/api-keys.ts';

export const filterLabels: Record<ApiKeyFilter, string> = {
  all: 'All',
  active: 'Active',
  inactive: 'Inactive',
  expired: 'Expired',
};

/** The filter in the address; `all` if it is absent or unknown. */
export function readFilter(value: string | string[] | undefined): ApiKeyFilter {
  return apiKeyFilters.find((each) => each === value) ?? 'all';
}

export const overlapLabels: Record<RotationOverlap, string> = {
  '1h': '1 hour after the new key is first used',
  '24h': '24 hours after the new key is first used',
  '7d': '7 days after the new key is first used',
  now: 'Immediately',
};

const overlapBySeconds = new Map<number, string>([
  [rotationOverlaps['1h'], '1 hour'],
  [rotationOverlaps['24h'], '24 hours'],
  [rotationOverlaps['7d'], '7 days'],
]);

const overlapOf = ({ overlapSeconds }: { overlapSeconds: number }) =>
  overlapBySeconds.get(overlapSeconds) ?? 'some time';

/**
 * Describes until when a rotated key works; the hint of its successor stands before it. `until` is
 * the time that ends the text, once it is fixed.
 */
export function describeSuccessor({
  deactivatedAt,
  successor,
}: ApiKeyView): { text: string; until?: string } | undefined {
  if (!successor) return undefined;
  if (deactivatedAt) return { text: 'works until', until: deactivatedAt };

  return { text: `works until ${overlapOf(successor)} after the new key is first used` };
}

/** When a key stops: by its expiry, or earlier because it was replaced. `text` while that has no date. */
export function endOf(key: ApiKeyView): { at: string | null; text?: string } {
  const { deactivatedAt, expiresAt, successor } = key;
  if (!successor || !isWorking(key)) return { at: expiresAt };
  if (deactivatedAt) {
    return { at: expiresAt && expiresAt < deactivatedAt ? expiresAt : deactivatedAt };
  }

  return { at: expiresAt, text: `${overlapOf(successor)} after first use of the new key` };
}

/** A limit without line breaks. */
const limit = (amount: number, noun: string) => count(amount, noun).replace(' ', '\u00a0');

/** `Send and read leads`. */
export function permissionsText(permissions: ApiKeyView['permissions']): string {
  const send = permissions.includes('leads:create');
  const read = permissions.includes('leads:read');
  if (send) return read ? 'Send and read leads' : 'Send leads';
  return read ? 'Read leads' : 'No permissions';
}

/** `Send leads · 2 funnels, 1 step, 50 per second`. */
export function accessText(
  key: Pick<ApiKeyView, 'permissions' | 'funnels' | 'steps' | 'rateLimit'>,
): string {
  const may = permissionsText(key.permissions);
  const limits = [
    key.funnels.length > 0 ? limit(key.funnels.length, 'funnel') : '',
    key.steps.length > 0 ? limit(key.steps.length, 'step') : '',
    key.rateLimit ? `${key.rateLimit}\u00a0per\u00a0second` : '',
  ].filter(Boolean);

  return limits.length > 0 ? `${may} · ${limits.join(', ')}` : may;
}

/** The names of the funnels and steps that `accessText` counts. */
export function limitNames(key: Pick<ApiKeyView, 'funnels' | 'steps'>): string[] {
  return [
    ...key.funnels.map((funnel) => funnel.name),
    ...key.steps.map((step) => `${step.funnelName}: ${step.name}`),
  ];
}

/** The recent use of a key, shown before it is deactivated. */
export function impactText(key: ApiKeyView): string {
  if (!key.lastUsedAt) return 'This key was never used.';
  if (key.requestsLast24h === 0) return 'No requests in the last 24 h.';

  return `${count(key.requestsLast24h, 'request')} in the last 24 h.`;
}

/** Whether requests with the key are accepted. */
export function isWorking({ status }: Pick<ApiKeyView, 'status'>): boolean {
  return status !== 'inactive' && status !== 'expired';
}

/** Whether the secret is probably lost: it was not copied when it was shown, and no request had it. */
export function isSecretLost(key: ApiKeyView): boolean {
  return canRotate(key) && !key.secretCopiedAt && !key.firstUsedAt;
}

/** Why the secret of a key should be replaced. */
export function secretProblemOf(key: ApiKeyView): string | undefined {
  if (key.secretExposedAt && canRotate(key)) return 'Secret exposed';
  return isSecretLost(key) ? 'Secret never copied' : undefined;
}

/** A key can be rotated once; then only its successor can. */
export function canRotate(key: ApiKeyView): boolean {
  return isWorking(key) && !key.successor;
}

/** A key that was replaced immediately cannot be activated again. */
export function canActivate({ status, successor }: ApiKeyView): boolean {
  return status === 'inactive' && successor?.overlapSeconds !== 0;
}

const day = 86_400_000;

/** Why requests with a key fail although it was in use; `undefined` when they do not. */
export function failureOf(key: ApiKeyView): string | undefined {
  const { status, expiresAt, lastUsedAt } = key;
  if (status === 'expired' && expiresAt && lastUsedAt) {
    const idle = new Date(expiresAt).getTime() - new Date(lastUsedAt).getTime();
    return idle < day ? 'Expired while in use' : undefined;
  }

  const targets = [...key.funnels, ...key.steps];
  const isShut = targets.length > 0 && targets.every(({ archived }) => archived);
  return isShut && isWorking(key) ? 'All its funnels and steps are archived' : undefined;
}

/** The newest submission of the key that is held; null while none is. */
export const heldEntryOf = ({ alarms }: Pick<ApiKeyView, 'alarms'>): string | null =>
  alarms.find(({ kind }) => kind === 'held')?.entryId ?? null;

/**
 * Where the fields of a key are mapped.
 *
 * @param company its slug
 * @param entryId of the log: its requests are shown, and can be sent again once the mapping is saved
 */
export function mappingPath(company: string, apiKeyId: string, entryId: string | null): string {
  const path = `/${company}/settings/api-keys/${apiKeyId}/fields`;
  return entryId === null ? path : `${path}?entry=${entryId}`;
}
