import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { type RotationOverlap, rotationOverlaps } from '#db/values/api-keys.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { ConflictError, type DomainError } from '../errors.ts';
import {
  hasRoomForKey,
  type IssuedApiKey,
  type KeyDependencies,
  noRoomForKey,
} from './create-api-key.ts';
import { getApiKey } from './get-api-key.ts';
import { keyHint } from './key-settings.ts';
import { generateSecret, hashSecret, secretHints } from './secret.ts';

const rotated = (overlap: RotationOverlap, { prefix, last4 }: { prefix: string; last4: string }) =>
  sql`jsonb_build_object(
    'key', jsonb_build_object(
      'from', ${keyHint(sql`changed`)}, 'to', ${`${prefix}…${last4}`}::text),
    'overlap', ${overlap}::text)`;

/** The row lock lets a second rotation at once see the first one's successor and stop there. */
const rotation = (
  actor: ManagingActor,
  id: string,
  overlap: RotationOverlap,
  fresh: { hash: Uint8Array; prefix: string; last4: string },
) => sql`
  with old as (
    select * from api_keys
    where company_id = ${actor.companyId} and id = ${id}
      and deleted_at is null and successor_id is null
      and (deactivated_at is null or deactivated_at > now())
      and (expires_at is null or expires_at > now())
      and ${hasRoomForKey(actor.companyId)}
    for update
  ), fresh as (
    insert into api_keys
      (company_id, id, name, secret_hash, prefix, last4, permissions, created_by, expires_at,
        rate_limit)
    select old.company_id, ${newId()}::uuid, old.name, ${fresh.hash}::bytea, ${fresh.prefix},
      ${fresh.last4}, old.permissions,
      ${actor.kind === 'user' ? actor.userId : null}::uuid, old.expires_at, old.rate_limit
    from old
    returning company_id, id
  ), in_funnels as (
    insert into api_key_funnels (company_id, api_key_id, funnel_id)
    select fresh.company_id, fresh.id, kf.funnel_id
    from fresh join api_key_funnels kf on kf.company_id = fresh.company_id and kf.api_key_id = ${id}
  ), in_steps as (
    insert into api_key_steps (company_id, api_key_id, step_id)
    select fresh.company_id, fresh.id, ks.step_id
    from fresh join api_key_steps ks on ks.company_id = fresh.company_id and ks.api_key_id = ${id}
  ), linked as (
    update api_keys k set
      successor_id = fresh.id,
      overlap_seconds = ${rotationOverlaps[overlap]}::int,
      deactivated_at = case when ${overlap}::text = 'now' then now() end
    from fresh
    where k.company_id = fresh.company_id and k.id = ${id}
  ), noted as (
    ${companyEntry(actor, 'apiKeys.rotate', sql`old`, rotated(overlap, fresh))}
  )
  select id from fresh`;

async function whyNot(db: Database, actor: ManagingActor, id: string): Promise<DomainError> {
  const key = await getApiKey(db, actor, { id });
  if (key.successor) return new ConflictError('This key was already rotated');
  if (key.status === 'inactive' || key.status === 'expired') {
    return new ConflictError('Only a key that still works can be rotated');
  }
  return noRoomForKey();
}

/**
 * Gives out a new secret with the name, access, expiry and rate of the old one. The old one stops at
 * once (`now`), or when the overlap has passed since the first use of the new one.
 *
 * @throws NotFoundError, LimitReachedError
 * @throws ConflictError when the key was rotated before, is inactive or has expired
 */
export async function rotateApiKey(
  db: Database,
  actor: ManagingActor,
  { id, overlap }: { id: string; overlap: RotationOverlap },
  { keyPepper }: KeyDependencies,
): Promise<IssuedApiKey> {
  const secret = generateSecret();
  const fresh = { hash: hashSecret(keyPepper, secret), ...secretHints(secret) };
  const [issued] = await db.execute<{ id: string }>(rotation(actor, id, overlap, fresh));
  if (!issued) throw await whyNot(db, actor, id);

  return { key: await getApiKey(db, actor, issued), secret };
}
