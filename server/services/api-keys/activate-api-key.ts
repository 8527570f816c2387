import { announce } from '#db/announce.ts';
import type { Database, Transaction } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { ConflictError } from '../errors.ts';
import { getApiKey } from './get-api-key.ts';
import type { ApiKeyDescription } from './key-view.ts';
import { isKey, type LockedKey, lockApiKey } from './lock-api-key.ts';

/** When the key is to stop: a rotated one once its overlap has passed. */
async function endOfOverlap(tx: Transaction, key: LockedKey): Promise<Date | null> {
  if (!key.successorId) return null;

  const [successor] = await tx
    .select({ firstUsedAt: apiKeys.firstUsedAt })
    .from(apiKeys)
    .where(isKey(key.companyId, key.successorId));
  const overlap = (key.overlapSeconds ?? 0) * 1_000;
  if (overlap > 0 && !successor?.firstUsedAt) return null;

  return new Date((successor?.firstUsedAt?.getTime() ?? 0) + overlap);
}

/**
 * Lets a deactivated key work again. A rotated key gets back what its rotation left it and no more:
 * it works until the end of the overlap, which begins with the first use of its successor.
 *
 * @throws NotFoundError
 * @throws ConflictError for a rotated key whose overlap has ended
 */
export function activateApiKey(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<ApiKeyDescription> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const key = await lockApiKey(tx, companyId, id);
    if (key.status === 'inactive') {
      const deactivatedAt = await endOfOverlap(tx, key);
      if (deactivatedAt && deactivatedAt <= key.now) {
        throw new ConflictError(
          'This key was replaced by a newer one. Rotate the newer one, or create a key',
        );
      }

      await tx.update(apiKeys).set({ deactivatedAt }).where(isKey(companyId, id));
      await recordAudit(tx, actor, { action: 'apiKeys.activate', subject: key });
      await announce(tx, 'keys');
    }

    return getApiKey(tx, actor, { id });
  });
}
