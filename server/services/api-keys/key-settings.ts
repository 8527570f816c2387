import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { apiKeyFunnels, apiKeySteps } from '#db/schema/api-keys.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import type { ApiKeyPermission } from '#db/values/access.ts';
import type { ApiKeyKind } from '#db/values/api-keys.ts';
import { InvalidError, NotFoundError } from '../errors.ts';

/** What a key is limited to. Both empty: any step of the company. */
export interface KeyLimits {
  funnelIds: readonly string[];
  stepIds: readonly string[];
}

/** What a user chooses for a key. `expiresAt` is ISO 8601. */
export interface ApiKeySettings extends KeyLimits {
  name: string;
  permissions: readonly ApiKeyPermission[];
  expiresAt: string | null;
  /** Requests a second; absent: as the installation says; 0: no limit. */
  rateLimit?: number | null | undefined;
}

export const expiryOf = ({ expiresAt }: ApiKeySettings) =>
  expiresAt === null ? null : new Date(expiresAt);

/**
 * @param now the database's
 * @throws InvalidError for an expiry that has passed, unless it is the one that is kept
 */
export function checkExpiry(expiresAt: Date | null, now: Date, kept: Date | null = null): void {
  if (!expiresAt || expiresAt > now || expiresAt.getTime() === kept?.getTime()) return;

  throw new InvalidError('Choose a time that is ahead', 'expiresAt');
}

/** What a key is limited to now. */
export async function readLimits(
  tx: Transaction,
  companyId: string,
  apiKeyId: string,
): Promise<KeyLimits> {
  const inFunnels = await tx
    .select({ id: apiKeyFunnels.funnelId })
    .from(apiKeyFunnels)
    .where(and(eq(apiKeyFunnels.companyId, companyId), eq(apiKeyFunnels.apiKeyId, apiKeyId)));
  const inSteps = await tx
    .select({ id: apiKeySteps.stepId })
    .from(apiKeySteps)
    .where(and(eq(apiKeySteps.companyId, companyId), eq(apiKeySteps.apiKeyId, apiKeyId)));

  return { funnelIds: inFunnels.map(({ id }) => id), stepIds: inSteps.map(({ id }) => id) };
}

/** Sets what a key is limited to. */
export async function writeLimits(
  tx: Transaction,
  companyId: string,
  apiKeyId: string,
  { funnelIds, stepIds }: KeyLimits,
): Promise<void> {
  const owner = { companyId, apiKeyId };
  await tx
    .delete(apiKeyFunnels)
    .where(and(eq(apiKeyFunnels.companyId, companyId), eq(apiKeyFunnels.apiKeyId, apiKeyId)));
  await tx
    .delete(apiKeySteps)
    .where(and(eq(apiKeySteps.companyId, companyId), eq(apiKeySteps.apiKeyId, apiKeyId)));

  const inFunnels = Array.from(new Set(funnelIds), (funnelId) => ({ ...owner, funnelId }));
  const inSteps = Array.from(new Set(stepIds), (stepId) => ({ ...owner, stepId }));
  if (inFunnels.length > 0) await tx.insert(apiKeyFunnels).values(inFunnels);
  if (inSteps.length > 0) await tx.insert(apiKeySteps).values(inSteps);
}

/** Names as text for the audit log; `null` for none. */
const namesOf = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : null);

/**
 * What the audit log says of the limits.
 *
 * @throws NotFoundError for a funnel or step that the company does not have
 */
export async function describeLimits(
  tx: Transaction,
  companyId: string,
  { funnelIds, stepIds }: KeyLimits,
): Promise<{ funnels: string | null; steps: string | null }> {
  const inFunnels = await tx
    .select({ name: funnels.name })
    .from(funnels)
    .where(and(eq(funnels.companyId, companyId), inArray(funnels.id, [...funnelIds])))
    .orderBy(asc(funnels.name));
  if (inFunnels.length < new Set(funnelIds).size) throw new NotFoundError('Funnel not found');

  const inSteps = await tx
    .select({ name: steps.name, funnel: funnels.name })
    .from(steps)
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(and(eq(steps.companyId, companyId), inArray(steps.id, [...stepIds])))
    .orderBy(asc(funnels.name), asc(steps.position));
  if (inSteps.length < new Set(stepIds).size) throw new NotFoundError('Step not found');

  return {
    funnels: namesOf(inFunnels.map(({ name }) => name)),
    steps: namesOf(inSteps.map(({ name, funnel }) => `${funnel}: ${name}`)),
  };
}

/** What is chosen for a key when it is created, and never changes. */
export interface NewApiKeySettings extends ApiKeySettings {
  /** Live unless given. */
  kind?: ApiKeyKind | undefined;
}

/** What else the audit log says of the settings. */
export const describeSettings = (settings: {
  permissions: readonly string[];
  expiresAt: Date | null;
  rateLimit?: number | null | undefined;
}) => ({
  permissions: namesOf(settings.permissions),
  expiresAt: settings.expiresAt?.toISOString() ?? null,
  rateLimit: settings.rateLimit?.toString() ?? null,
});
