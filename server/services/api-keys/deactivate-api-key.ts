import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { CompanyActor } from '../actor.ts';
import { getApiKey } from './get-api-key.ts';
import type { ApiKeyDescription } from './key-view.ts';

/**
 * Stops the key. One that is inactive already stays as it is.
 *
 * @throws NotFoundError
 */
export async function deactivateApiKey(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
): Promise<ApiKeyDescription> {
  await db.execute(sql`
    update api_keys set deactivated_at = now()
    where company_id = ${actor.companyId} and id = ${id} and deleted_at is null
      and (deactivated_at is null or deactivated_at > now())`);

  return getApiKey(db, actor, { id });
}
