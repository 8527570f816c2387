import type { Database } from '#db/client.ts';
import type { ManagingActor } from '../actor.ts';
import { removeSelfTest } from './remove-self-test.ts';

/**
 * Deletes the throw-away keys of a self-test and their leads.
 *
 * @throws NotFoundError
 * @throws ConflictError for a key of no self-test
 */
export function finishSelfTest(
  db: Database,
  actor: ManagingActor,
  { keyIds }: { keyIds: readonly string[] },
): Promise<{ removedKeys: number }> {
  return db.transaction(async (tx) => {
    await removeSelfTest(tx, actor, keyIds);
    return { removedKeys: keyIds.length };
  });
}
