import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import type { ManagingActor } from '../actor.ts';
import { deactivateApiKey } from '../api-keys/deactivate-api-key.ts';
import { deleteApiKey } from '../api-keys/delete-api-key.ts';
import { lockApiKey } from '../api-keys/lock-api-key.ts';
import { ConflictError } from '../errors.ts';
import { isTest } from '../leads/lead-columns.ts';

/**
 * Deletes rehearsal keys and the tests that they have created.
 *
 * @throws NotFoundError
 * @throws ConflictError for a key that is not for rehearsals
 */
export async function removeSelfTest(
  tx: Transaction,
  actor: ManagingActor,
  keyIds: readonly string[],
): Promise<void> {
  const { companyId } = actor;
  for (const id of [...keyIds].sort()) {
    const { name, kind, status } = await lockApiKey(tx, companyId, id);
    if (kind !== 'rehearsal')
      throw new ConflictError('Only rehearsal keys can be removed this way');
    if (status !== 'expired') await deactivateApiKey(tx, actor, { id });
    await deleteApiKey(tx, actor, { id, name });
  }

  // Tests have an index by step.
  const ownSteps = tx.select({ id: steps.id }).from(steps).where(eq(steps.companyId, companyId));
  await tx
    .delete(leads)
    .where(
      and(
        eq(leads.companyId, companyId),
        inArray(leads.stepId, ownSteps),
        isTest,
        inArray(leads.apiKeyId, [...keyIds]),
      ),
    );
}
