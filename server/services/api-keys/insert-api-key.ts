import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { apiKeysPerCompany } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { LimitReachedError } from '../errors.ts';
import { now } from '../sql.ts';
import { type KeyLimits, writeLimits } from './key-settings.ts';
import { type ApiKeyDescription, hintOf } from './key-view.ts';
import { generateSecret, hashSecret, secretHints } from './secret.ts';

/** The only time that a secret leaves. */
export interface IssuedApiKey {
  key: ApiKeyDescription;
  secret: string;
}

export interface KeyDependencies {
  /** What secrets are hashed under. */
  keyPepper: string;
}

type NewKey = Pick<
  typeof apiKeys.$inferInsert,
  'name' | 'kind' | 'permissions' | 'expiresAt' | 'rateLimit'
> & { limits: KeyLimits };

/**
 * Stores a key with a new secret. Call it under `lockCompany`.
 *
 * @throws LimitReachedError when the company has as many keys as it may have, deleted ones not
 *   counted
 */
export async function insertApiKey(
  tx: Transaction,
  actor: ManagingActor,
  { limits, ...settings }: NewKey,
  { keyPepper }: KeyDependencies,
): Promise<{ id: string; secret: string; hint: string }> {
  const { companyId } = actor;
  const ofCompany = and(eq(apiKeys.companyId, companyId), isNull(apiKeys.deletedAt));
  if ((await tx.$count(apiKeys, ofCompany)) >= apiKeysPerCompany) {
    throw new LimitReachedError(
      `A company can have ${apiKeysPerCompany} API keys. Delete those that are no longer used`,
    );
  }

  const id = newId();
  const secret = generateSecret();
  const hints = secretHints(secret);
  await tx.insert(apiKeys).values({
    companyId,
    id,
    secretHash: hashSecret(keyPepper, secret),
    ...hints,
    ...settings,
    createdBy: actor.kind === 'user' ? actor.userId : null,
    secretCopiedAt: actor.kind === 'user' ? null : now,
  });
  await writeLimits(tx, companyId, id, limits);

  return { id, secret, hint: hintOf(hints) };
}
