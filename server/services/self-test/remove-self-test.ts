import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { selfTestKeys } from '#db/values/self-test.ts';
import type { ManagingActor } from '../actor.ts';
import { deactivateApiKey } from '../api-keys/deactivate-api-key.ts';
import { deleteApiKey } from '../api-keys/delete-api-key.ts';
import { type LockedKey, lockApiKey } from '../api-keys/lock-api-key.ts';
import { ConflictError } from '../errors.ts';
import { deleteTests } from '../leads/delete-expired-tests.ts';
import { isTest } from '../leads/lead-columns.ts';

/** Of each key, in case the self-test is never finished. */
export const lifetimeMs = 10 * 60_000;

const names = new Set<string>(Object.values(selfTestKeys));

/** A key that an admin has made or changed may have the kind and the name, but not so short a life. */
export const isSelfTestKey = ({
  kind,
  name,
  createdAt,
  expiresAt,
}: Pick<LockedKey, 'kind' | 'name' | 'createdAt' | 'expiresAt'>): boolean =>
  kind === 'rehearsal' &&
  names.has(name) &&
  expiresAt !== null &&
  expiresAt.getTime() - createdAt.getTime() <= lifetimeMs;

/**
 * Deletes keys of a self-test and the tests that they have created.
 *
 * @throws NotFoundError
 * @throws ConflictError for any other key
 */
export async function removeSelfTest(
  tx: Transaction,
  actor: ManagingActor,
  keyIds: readonly string[],
): Promise<void> {
  const { companyId } = actor;
  for (const id of [...keyIds].sort()) {
    const key = await lockApiKey(tx, companyId, id);
    if (!isSelfTestKey(key)) throw new ConflictError(`"${key.name}" is no key of a self-test`);
    if (key.status !== 'expired') await deactivateApiKey(tx, actor, { id });
    await deleteApiKey(tx, actor, key);
  }

  // Tests have an index by step.
  const ownSteps = tx.select({ id: steps.id }).from(steps).where(eq(steps.companyId, companyId));
  const tests = tx
    .select({ id: leads.id })
    .from(leads)
    .where(
      and(
        eq(leads.companyId, companyId),
        inArray(leads.stepId, ownSteps),
        isTest,
        inArray(leads.apiKeyId, [...keyIds]),
      ),
    );
  await deleteTests(tx, companyId, tests);
}
