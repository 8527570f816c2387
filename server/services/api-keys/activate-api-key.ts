import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { ConflictError } from '../errors.ts';
import { getApiKey } from './get-api-key.ts';
import type { ApiKeyDescription } from './key-view.ts';

/**
 * Lets a deactivated key work again. A rotated one gets back what its rotation promised and no
 * more: until the end of the overlap, which begins with the first use of its successor.
 *
 * @throws NotFoundError
 * @throws ConflictError for a rotated key whose overlap has ended
 */
export async function activateApiKey(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
): Promise<ApiKeyDescription> {
  const before = await getApiKey(db, actor, { id });
  if (before.status !== 'inactive') return before;

  await db.execute(sql`
    with activated as (
      update api_keys k set deactivated_at = (
        select s.first_used_at + make_interval(secs => k.overlap_seconds) from api_keys s
        where s.company_id = k.company_id and s.id = k.successor_id)
      where k.company_id = ${actor.companyId} and k.id = ${id} and k.deleted_at is null
        and k.deactivated_at <= now()
        and (k.successor_id is null or k.overlap_seconds > 0)
        and not exists (
          select from api_keys s
          where s.company_id = k.company_id and s.id = k.successor_id
            and s.first_used_at + make_interval(secs => k.overlap_seconds) <= now())
      returning k.id, k.name
    )
    ${companyEntry(actor, 'apiKeys.activate', sql`activated`)}`);

  const after = await getApiKey(db, actor, { id });
  if (after.status === 'inactive') {
    throw new ConflictError(
      'This key was replaced by a newer one. Rotate the newer one, or create a key',
    );
  }
  return after;
}
