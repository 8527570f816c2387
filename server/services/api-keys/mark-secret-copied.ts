import { and, isNull } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { ManagingActor } from '../actor.ts';
import { now } from '../sql.ts';
import { getApiKey } from './get-api-key.ts';
import { isKey } from './lock-api-key.ts';

/**
 * Stores when the secret of a key was first copied.
 *
 * @throws NotFoundError
 */
export async function markSecretCopied(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const key = await getApiKey(db, actor, { id });
  await db.transaction(async (tx) => {
    await tx
      .update(apiKeys)
      .set({ secretCopiedAt: now })
      .where(and(isKey(actor.companyId, key.id), isNull(apiKeys.secretCopiedAt)));
    await announceChange(tx, actor.companyId, { keys: [key.id] });
  });

  return { id: key.id };
}
