import type postgres from 'postgres';
import type { ApiKeyPermission } from '#db/values/access.ts';
import type { ApiKeyActor } from '../actor.ts';

/** A key with what is needed to judge it later. Times: milliseconds of the database's clock. */
export interface KnownKey {
  readonly actor: ApiKeyActor;
  readonly deactivatedAt: number | null;
  readonly expiresAt: number | null;
  /** When it was read. */
  readonly now: number;
}

interface Row {
  id: string;
  name: string;
  company_id: string;
  application_id: string;
  permissions: ApiKeyPermission[];
  funnel_ids: string[];
  step_ids: string[];
  rate_limit: number | null;
  deactivated_at: number | null;
  expires_at: number | null;
  now: number;
}

/**
 * The key whose secret has this hash, whatever its state. A deleted one is gone.
 *
 * @param hash as `hashSecret` gives it, in hexadecimal digits
 */
export async function findApiKey(sql: postgres.Sql, hash: string): Promise<KnownKey | undefined> {
  const [row] = await sql<Row[]>`
    select k.id, k.name, k.company_id, c.application_id, k.permissions,
      k.rate_limit,
      array(select funnel_id from api_key_funnels f
        where f.company_id = k.company_id and f.api_key_id = k.id) as funnel_ids,
      array(select step_id from api_key_steps s
        where s.company_id = k.company_id and s.api_key_id = k.id) as step_ids,
      (extract(epoch from k.deactivated_at) * 1000)::float8 as deactivated_at,
      (extract(epoch from k.expires_at) * 1000)::float8 as expires_at,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now
    from api_keys k join companies c on c.id = k.company_id
    where k.secret_hash = decode(${hash}, 'hex') and k.deleted_at is null`;
  if (!row) return undefined;

  return {
    actor: {
      kind: 'apiKey',
      apiKeyId: row.id,
      name: row.name,
      applicationId: row.application_id,
      companyId: row.company_id,
      permissions: row.permissions,
      funnelIds: row.funnel_ids,
      stepIds: row.step_ids,
      rateLimit: row.rate_limit,
    },
    deactivatedAt: row.deactivated_at,
    expiresAt: row.expires_at,
    now: row.now,
  };
}
