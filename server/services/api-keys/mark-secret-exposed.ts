import { announceChange } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { ApiKeyActor } from '../actor.ts';
import { now } from '../sql.ts';
import { isKey } from './lock-api-key.ts';

/** Stores that the secret of a key came where others may have read it, and tells open screens. */
export async function markSecretExposed(
  db: Database,
  { companyId, apiKeyId }: Pick<ApiKeyActor, 'companyId' | 'apiKeyId'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(apiKeys).set({ secretExposedAt: now }).where(isKey(companyId, apiKeyId));
    await announceChange(tx, companyId, { keys: [apiKeyId] });
  });
}
