import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { apiKeysPerCompany } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { companyEntry } from '../audit/entry.ts';
import { LimitReachedError } from '../errors.ts';
import { instantOf, uuids } from '../sql.ts';
import { type ApiKeySettings, checkSettings } from './check-settings.ts';
import { getApiKey } from './get-api-key.ts';
import { newSettings } from './key-settings.ts';
import type { ApiKeyDescription } from './key-view.ts';
import { generateSecret, hashSecret, secretHints } from './secret.ts';

/** The only time that a secret leaves. */
export interface IssuedApiKey {
  key: ApiKeyDescription;
  secret: string;
}

export interface KeyDependencies {
  /** What secrets are hashed under. */
  keyPepper: string;
}

/** Deleted keys do not count. */
export const hasRoomForKey = (companyId: string) =>
  sql`(select count(*) from api_keys where company_id = ${companyId} and deleted_at is null) < ${apiKeysPerCompany}`;

export const noRoomForKey = () =>
  new LimitReachedError(
    `A company can have ${apiKeysPerCompany} API keys. Delete those that are no longer used`,
  );

/** @throws NotFoundError, InvalidError, LimitReachedError */
export async function createApiKey(
  db: Database,
  actor: ManagingActor,
  settings: ApiKeySettings,
  { keyPepper }: KeyDependencies,
): Promise<IssuedApiKey> {
  const { companyId } = actor;
  await checkSettings(db, companyId, settings);

  const secret = generateSecret();
  const { prefix, last4 } = secretHints(secret);
  const expiresAt = settings.expiresAt === null ? null : new Date(settings.expiresAt);
  const [created] = await db.execute<{ id: string }>(sql`
    with key as (
      insert into api_keys
        (company_id, id, name, secret_hash, prefix, last4, permissions, created_by, expires_at,
          rate_limit)
      select ${companyId}::uuid, ${newId()}::uuid, ${settings.name},
        ${hashSecret(keyPepper, secret)}::bytea, ${prefix}, ${last4},
        ${`{${settings.permissions.join(',')}}`}::text[],
        ${actor.kind === 'user' ? actor.userId : null}::uuid, ${instantOf(expiresAt)},
        ${settings.rateLimit ?? null}::int
      where ${hasRoomForKey(companyId)}
      returning company_id, id, name, prefix, last4
    ), in_funnels as (
      insert into api_key_funnels (company_id, api_key_id, funnel_id)
      select distinct key.company_id, key.id, funnel_id
      from key, unnest(${uuids(settings.funnelIds)}) funnel_id
    ), in_steps as (
      insert into api_key_steps (company_id, api_key_id, step_id)
      select distinct key.company_id, key.id, step_id
      from key, unnest(${uuids(settings.stepIds)}) step_id
    ), noted as (
      ${companyEntry(actor, 'apiKeys.create', sql`key`, newSettings(companyId, settings))}
    )
    select id from key`);
  if (!created) throw noRoomForKey();

  return { key: await getApiKey(db, actor, created), secret };
}
