import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { getApiKey } from './get-api-key.ts';
import type { ApiKeyDescription } from './key-view.ts';

/**
 * Stops the key. One that is inactive already stays as it is.
 *
 * @throws NotFoundError
 */
export async function deactivateApiKey(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<ApiKeyDescription> {
  await db.execute(sql`
    with deactivated as (
      update api_keys set deactivated_at = now()
      where company_id = ${actor.companyId} and id = ${id} and deleted_at is null
        and (deactivated_at is null or deactivated_at > now())
      returning id, name
    )
    ${companyEntry(actor, 'apiKeys.deactivate', sql`deactivated`)}`);

  return getApiKey(db, actor, { id });
}
