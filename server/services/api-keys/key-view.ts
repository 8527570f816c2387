import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#db/client.ts';
import { apiKeyFunnels, apiKeySteps, apiKeys, keyAlarms, keyUsage } from '#db/schema/api-keys.ts';
import { users } from '#db/schema/applications.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import type { ApiKeyPermission } from '#db/values/access.ts';
import type { ApiKeyKind, ApiKeyStatus } from '#db/values/api-keys.ts';
import { type AlarmFigures, expiryNoticeDays } from '#db/values/key-alarms.ts';
import type { CompanyActor } from '../actor.ts';
import { type AlarmView, describeAlarm } from '../key-alarms/describe-alarm.ts';
import { now, timeZoneOf } from '../sql.ts';

export interface ApiKeyDescription {
  id: string;
  name: string;
  hint: string;
  status: ApiKeyStatus;
  kind: ApiKeyKind;
  permissions: ApiKeyPermission[];
  /** What the key is limited to. An archived one, or one of an archived funnel, takes no leads. */
  funnels: { id: string; name: string; archived: boolean }[];
  steps: { id: string; name: string; funnelId: string; funnelName: string; archived: boolean }[];
  createdAt: Date;
  createdBy: string | null;
  expiresAt: Date | null;
  rateLimit: number | null;
  deactivatedAt: Date | null;
  secretCopiedAt: Date | null;
  secretExposedAt: Date | null;
  firstUsedAt: Date | null;
  lastUsedAt: Date | null;
  lastUsedClient: string | null;
  requestsLast24h: number;
  successor: { id: string; hint: string; overlapSeconds: number } | null;
  /** The open ones, the newest first. */
  alarms: AlarmView[];
}

/** What a key is now, by the clock of the database. `inactive` wins over `expired`. */
export const keyStatus = sql<ApiKeyStatus>`case
  when ${apiKeys.deactivatedAt} <= now() then 'inactive'
  when ${apiKeys.expiresAt} <= now() then 'expired'
  when ${apiKeys.deactivatedAt} is not null then 'retiring'
  when ${apiKeys.expiresAt} < now() + make_interval(days => ${expiryNoticeDays}) then 'expiresSoon'
  else 'active' end`;

const limitedFunnels = (companyId: string) => sql<ApiKeyDescription['funnels']>`(
  select coalesce(
    json_agg(
      json_build_object('id', f.id, 'name', f.name, 'archived', f.archived_at is not null)
      order by f.name
    ), '[]')
  from ${apiKeyFunnels} kf
  join ${funnels} f on f.company_id = kf.company_id and f.id = kf.funnel_id
  where kf.company_id = ${companyId} and kf.api_key_id = ${apiKeys.id})`;

const limitedSteps = (companyId: string) => sql<ApiKeyDescription['steps']>`(
  select coalesce(
    json_agg(
      json_build_object(
        'id', s.id, 'name', s.name, 'funnelId', f.id, 'funnelName', f.name,
        'archived', s.archived_at is not null or f.archived_at is not null
      ) order by f.name, s.position
    ), '[]')
  from ${apiKeySteps} ks
  join ${steps} s on s.company_id = ks.company_id and s.id = ks.step_id
  join ${funnels} f on f.company_id = s.company_id and f.id = s.funnel_id
  where ks.company_id = ${companyId} and ks.api_key_id = ${apiKeys.id})`;

/* Requests are counted by the hour: the hour that began before the 24 hours is included, so that a
   request within them is never left out. */
const requestsLast24h = (companyId: string) => sql<number>`(
  select coalesce(sum(u.requests), 0)::int from ${keyUsage} u
  where u.company_id = ${companyId} and u.api_key_id = ${apiKeys.id}
    and u.hour > now() - interval '25 hours')`;

interface OpenAlarm {
  figures: AlarmFigures;
  startedAt: string;
}

const openAlarms = (companyId: string) => sql<OpenAlarm[]>`(
  select coalesce(
    json_agg(
      json_build_object('figures', a.figures, 'startedAt', a.started_at)
      order by a.opened_at desc, a.kind
    ), '[]')
  from ${keyAlarms} a
  where a.company_id = ${companyId} and a.api_key_id = ${apiKeys.id} and a.closed_at is null)`;

const successors = alias(apiKeys, 'successors');

/* The company is a parameter: Citus does not take it from a row of `api_keys`. */
const columnsOf = (companyId: string) => ({
  id: apiKeys.id,
  name: apiKeys.name,
  prefix: apiKeys.prefix,
  last4: apiKeys.last4,
  status: keyStatus,
  kind: apiKeys.kind,
  permissions: apiKeys.permissions,
  funnels: limitedFunnels(companyId),
  steps: limitedSteps(companyId),
  createdAt: apiKeys.createdAt,
  createdBy: users.name,
  expiresAt: apiKeys.expiresAt,
  rateLimit: apiKeys.rateLimit,
  deactivatedAt: apiKeys.deactivatedAt,
  secretCopiedAt: apiKeys.secretCopiedAt,
  secretExposedAt: apiKeys.secretExposedAt,
  firstUsedAt: apiKeys.firstUsedAt,
  lastUsedAt: apiKeys.lastUsedAt,
  lastUsedClient: apiKeys.lastUsedClient,
  requestsLast24h: requestsLast24h(companyId),
  alarms: openAlarms(companyId),
  overlapSeconds: apiKeys.overlapSeconds,
  successor: { id: successors.id, prefix: successors.prefix, last4: successors.last4 },
});

/** What may be shown of a secret. */
export const hintOf = ({ prefix, last4 }: { prefix: string; last4: string }) =>
  `${prefix}…${last4}`;

/** Keys of a company as the panel shows them, the newest first. Deleted ones are gone. */
export async function selectKeys(
  db: Database,
  actor: CompanyActor,
  condition?: SQL,
): Promise<ApiKeyDescription[]> {
  const rows = await db
    .select({ ...columnsOf(actor.companyId), now, timeZone: timeZoneOf(actor) })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.createdBy))
    .leftJoin(
      successors,
      and(
        eq(successors.companyId, apiKeys.companyId),
        eq(successors.id, apiKeys.successorId),
        isNull(successors.deletedAt),
      ),
    )
    .where(and(eq(apiKeys.companyId, actor.companyId), isNull(apiKeys.deletedAt), condition))
    .orderBy(desc(apiKeys.createdAt), desc(apiKeys.id));

  return rows.map(
    ({ prefix, last4, overlapSeconds, successor, alarms, now, timeZone, ...row }) => ({
      ...row,
      hint: hintOf({ prefix, last4 }),
      alarms: alarms.map(({ startedAt, figures }) => {
        const alarm = { figures, startedAt: new Date(startedAt) };
        return describeAlarm(alarm, { now, timeZone });
      }),
      successor: successor && {
        id: successor.id,
        hint: hintOf(successor),
        overlapSeconds: overlapSeconds ?? 0,
      },
    }),
  );
}
