import type postgres from 'postgres';
import type { ApiKeyPermission } from '#db/values/access.ts';
import type { ApiKeyActor } from '../actor.ts';
import { ForbiddenError, UnauthenticatedError } from '../errors.ts';
import { hashSecret, isWellFormedSecret } from './secret.ts';

interface Row {
  id: string;
  name: string;
  company_id: string;
  application_id: string;
  permissions: ApiKeyPermission[];
  active: boolean;
  expired: boolean;
  funnel_ids: string[];
  step_ids: string[];
}

async function findByHash(sql: postgres.Sql, hash: Uint8Array): Promise<Row | undefined> {
  const [row] = await sql<Row[]>`
    select k.id, k.name, k.company_id, c.application_id, k.permissions,
      k.deleted_at is null and (k.deactivated_at is null or k.deactivated_at > now()) as active,
      k.expires_at is not null and k.expires_at <= now() as expired,
      array(select funnel_id from api_key_funnels f
        where f.company_id = k.company_id and f.api_key_id = k.id) as funnel_ids,
      array(select step_id from api_key_steps s
        where s.company_id = k.company_id and s.api_key_id = k.id) as step_ids
    from api_keys k join companies c on c.id = k.company_id
    where k.secret_hash = ${hash}`;
  return row;
}

/**
 * Who a secret belongs to. Time is judged by the database's clock; a mistyped secret fails its
 * checksum and asks nobody.
 *
 * @param call the secret as it was sent, and the application whose host was called
 * @throws UnauthenticatedError (missing; unknown or inactive; expired), ForbiddenError (another
 *   application's): the published texts, in the published order
 */
export async function authenticateApiKey(
  sql: postgres.Sql,
  pepper: string,
  call: { secret: string; applicationId: string },
): Promise<ApiKeyActor> {
  if (call.secret === '') throw new UnauthenticatedError('API Key required');

  const known = isWellFormedSecret(call.secret);
  const row = known ? await findByHash(sql, hashSecret(pepper, call.secret)) : undefined;
  if (!row?.active) throw new UnauthenticatedError('Invalid or inactive API Key');
  if (row.expired) throw new UnauthenticatedError('API Key has expired');
  if (row.application_id !== call.applicationId) {
    throw new ForbiddenError('API Key does not belong to this application');
  }

  return {
    kind: 'apiKey',
    apiKeyId: row.id,
    name: row.name,
    applicationId: row.application_id,
    companyId: row.company_id,
    permissions: row.permissions,
    funnelIds: row.funnel_ids,
    stepIds: row.step_ids,
  };
}
