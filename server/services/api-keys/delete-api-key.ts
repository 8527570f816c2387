import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { ConflictError, InvalidError } from '../errors.ts';
import { getApiKey } from './get-api-key.ts';

/**
 * Deletes a key that no longer works; `name` is what the person typed to confirm. If it was made by
 * a rotation and never used, the old key goes on as if it had not been rotated.
 *
 * @throws NotFoundError
 * @throws InvalidError when the typed name is another
 * @throws ConflictError while the key works
 */
export async function deleteApiKey(
  db: Database,
  actor: ManagingActor,
  { id, name }: { id: string; name: string },
): Promise<{ id: string }> {
  const key = await getApiKey(db, actor, { id });
  if (name.trim() !== key.name) throw new InvalidError('Type the name as it is shown', 'name');

  const [deleted] = await db.execute<{ id: string }>(sql`
    with gone as (
      update api_keys set deleted_at = now()
      where company_id = ${actor.companyId} and id = ${id} and deleted_at is null
        and (deactivated_at <= now() or expires_at <= now())
      returning company_id, id, name, first_used_at
    ), released as (
      update api_keys old set successor_id = null, overlap_seconds = null
      from gone
      where old.company_id = gone.company_id and old.successor_id = gone.id
        and gone.first_used_at is null and old.deactivated_at is null
    ), noted as (
      ${companyEntry(actor, 'apiKeys.delete', sql`gone`)}
    )
    select id from gone`);
  if (!deleted) throw new ConflictError('Deactivate the key before you delete it');

  return deleted;
}
