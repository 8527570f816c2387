import { type SQL, sql } from 'drizzle-orm';
import { changes } from '../audit/entry.ts';
import { uuids } from '../sql.ts';
import type { ApiKeySettings } from './check-settings.ts';

/** What may be told of a secret; `row` has the columns of `api_keys`. */
export const keyHint = (row: SQL): SQL => sql`${row}.prefix || '…' || ${row}.last4`;

const isoText = (instant: SQL) =>
  sql`to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const wantedExpiry = ({ expiresAt }: ApiKeySettings) =>
  isoText(sql`date_trunc('milliseconds', ${expiresAt}::timestamptz)`);
const wantedPermissions = ({ permissions }: ApiKeySettings) =>
  sql`nullif(${permissions.join(', ')}::text, '')`;
const wantedRate = ({ rateLimit }: ApiKeySettings) => sql`${rateLimit ?? null}::int::text`;

const funnelNames = (companyId: string, ids: SQL) => sql`(
  select string_agg(f.name, ', ' order by f.name) from funnels f
  where f.company_id = ${companyId} and f.id = any(${ids}))`;
const stepNames = (companyId: string, ids: SQL) => sql`(
  select string_agg(f.name || ': ' || s.name, ', ' order by f.name, s.position)
  from steps s join funnels f on f.company_id = s.company_id and f.id = s.funnel_id
  where s.company_id = ${companyId} and s.id = any(${ids}))`;

/** The settings of a new key for the audit log; `changed` is its row. */
export const newSettings = (companyId: string, settings: ApiKeySettings): SQL =>
  sql`jsonb_strip_nulls(jsonb_build_object(
    'key', ${keyHint(sql`changed`)},
    'permissions', ${wantedPermissions(settings)},
    'expiresAt', ${wantedExpiry(settings)},
    'rateLimit', ${wantedRate(settings)},
    'funnels', ${funnelNames(companyId, uuids(settings.funnelIds))},
    'steps', ${stepNames(companyId, uuids(settings.stepIds))}))`;

/** The key as it is, locked, with what it is limited to. */
export const storedSettings = (companyId: string, id: string): SQL => sql`
  select k.company_id, k.id, k.name, k.permissions, k.expires_at, k.rate_limit,
    array(select funnel_id from api_key_funnels kf
      where kf.company_id = k.company_id and kf.api_key_id = k.id order by 1) as funnel_ids,
    array(select step_id from api_key_steps ks
      where ks.company_id = k.company_id and ks.api_key_id = k.id order by 1) as step_ids
  from api_keys k
  where k.company_id = ${companyId} and k.id = ${id} and k.deleted_at is null
  for update`;

/** What `settings` change of a row of `storedSettings` named `old`, for the audit log. */
export function changedSettings(companyId: string, settings: ApiKeySettings): SQL {
  const sorted = (ids: SQL) => sql`array(select distinct id from unnest(${ids}) id order by 1)`;
  const limits = (names: typeof funnelNames, had: SQL, ids: readonly string[]) => ({
    was: names(companyId, had),
    becomes: names(companyId, uuids(ids)),
    differs: sql`${had} <> ${sorted(uuids(ids))}`,
  });

  return changes({
    name: { was: sql`old.name`, becomes: sql`${settings.name}` },
    permissions: {
      was: sql`nullif(array_to_string(old.permissions, ', '), '')`,
      becomes: wantedPermissions(settings),
    },
    expiresAt: { was: isoText(sql`old.expires_at`), becomes: wantedExpiry(settings) },
    rateLimit: { was: sql`old.rate_limit::text`, becomes: wantedRate(settings) },
    funnels: limits(funnelNames, sql`old.funnel_ids`, settings.funnelIds),
    steps: limits(stepNames, sql`old.step_ids`, settings.stepIds),
  });
}
