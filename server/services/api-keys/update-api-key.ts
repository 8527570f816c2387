import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { instantOf, uuids } from '../sql.ts';
import { type ApiKeySettings, checkSettings } from './check-settings.ts';
import { getApiKey } from './get-api-key.ts';
import { changedSettings, storedSettings } from './key-settings.ts';
import type { ApiKeyDescription } from './key-view.ts';

/**
 * An expired key may keep its expiry, so that its name can be put right.
 *
 * @throws NotFoundError, InvalidError
 */
export async function updateApiKey(
  db: Database,
  actor: ManagingActor,
  { id, ...settings }: ApiKeySettings & { id: string },
): Promise<ApiKeyDescription> {
  const { companyId } = actor;
  const { expiresAt: keptExpiry } = await getApiKey(db, actor, { id });
  await checkSettings(db, companyId, settings, keptExpiry);

  const expiresAt = settings.expiresAt === null ? null : new Date(settings.expiresAt);
  const funnelIds = uuids(settings.funnelIds);
  const stepIds = uuids(settings.stepIds);
  await db.execute(sql`
    with old as (
      ${storedSettings(companyId, id)}
    ), told as (
      select old.id, ${settings.name}::text as name,
        ${changedSettings(companyId, settings)} as details
      from old
    ), noted as (
      ${companyEntry(actor, 'apiKeys.update', sql`(select * from told where details is not null)`, sql`changed.details`)}
    ), key as (
      update api_keys k set
        name = ${settings.name},
        permissions = ${`{${settings.permissions.join(',')}}`}::text[],
        expires_at = ${instantOf(expiresAt)},
        rate_limit = ${settings.rateLimit ?? null}::int
      from old
      where k.company_id = old.company_id and k.id = old.id
      returning k.company_id, k.id
    ), out_of_funnels as (
      delete from api_key_funnels kf using key
      where kf.company_id = key.company_id and kf.api_key_id = key.id
        and kf.funnel_id <> all(${funnelIds})
    ), out_of_steps as (
      delete from api_key_steps ks using key
      where ks.company_id = key.company_id and ks.api_key_id = key.id
        and ks.step_id <> all(${stepIds})
    ), in_funnels as (
      insert into api_key_funnels (company_id, api_key_id, funnel_id)
      select key.company_id, key.id, funnel_id from key, unnest(${funnelIds}) funnel_id
      on conflict do nothing
    )
    insert into api_key_steps (company_id, api_key_id, step_id)
    select key.company_id, key.id, step_id from key, unnest(${stepIds}) step_id
    on conflict do nothing`);

  return getApiKey(db, actor, { id });
}
