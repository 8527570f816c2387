import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { getApiKey } from './get-api-key.ts';
import type { ApiKeyDescription } from './key-view.ts';
import { isKey, lockApiKey } from './lock-api-key.ts';

/**
 * Stops the key. An inactive key stays as it is.
 *
 * @throws NotFoundError
 */
export function deactivateApiKey(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<ApiKeyDescription> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const key = await lockApiKey(tx, companyId, id);
    if (key.status !== 'inactive') {
      await tx.update(apiKeys).set({ deactivatedAt: key.now }).where(isKey(companyId, id));
      await recordAudit(tx, actor, { action: 'apiKeys.deactivate', subject: key });
      await announce(tx, 'keys');
    }

    return getApiKey(tx, actor, { id });
  });
}
