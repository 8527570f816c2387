import { and, eq, isNull } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { ConflictError, InvalidError } from '../errors.ts';
import { isKey, lockApiKey } from './lock-api-key.ts';

/**
 * Deletes a key that no longer works; `name` is what the user typed to confirm. If the key was made
 * by a rotation and never used, the old key goes on as if it had not been rotated.
 *
 * @throws NotFoundError
 * @throws InvalidError when the typed name is another
 * @throws ConflictError while the key works
 */
export function deleteApiKey(
  db: Database,
  actor: ManagingActor,
  { id, name }: { id: string; name: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const key = await lockApiKey(tx, companyId, id);
    if (name.trim() !== key.name) throw new InvalidError('Type the name as it is shown', 'name');
    if (key.status !== 'inactive' && key.status !== 'expired') {
      throw new ConflictError('Deactivate the key before you delete it');
    }

    await tx.update(apiKeys).set({ deletedAt: key.now }).where(isKey(companyId, id));
    if (!key.firstUsedAt) {
      await tx
        .update(apiKeys)
        .set({ successorId: null, overlapSeconds: null })
        .where(
          and(
            eq(apiKeys.companyId, companyId),
            eq(apiKeys.successorId, id),
            isNull(apiKeys.deactivatedAt),
          ),
        );
    }
    await recordAudit(tx, actor, { action: 'apiKeys.delete', subject: key });
    await announce(tx, 'keys');
    return { id };
  });
}
