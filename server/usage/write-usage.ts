import type postgres from 'postgres';
import { cacheChannel } from '#db/announce.ts';
import { columnName } from '#db/schema/columns.ts';
import { leadCountDays, minuteCountHours } from '#db/values/key-alarms.ts';
import { activityDays, ignoredFieldsPerKey } from '#db/values/limits.ts';
import { countedNames, type LeadCounts } from './lead-counts.ts';
import type { Outcome } from './request-end.ts';

export interface KeyUse {
  companyId: string;
  apiKeyId: string;
  /** Absent when the key was refused in all requests; `null` for a client that sends no name. */
  client: string | null | undefined;
  counts: ReadonlyMap<Outcome, number>;
  /** Requests by the name of an ignored field. */
  ignored: ReadonlyMap<string, number>;
  leads: LeadCounts;
}

const idsOf = (uses: readonly KeyUse[]) => uses.map(({ apiKeyId }) => apiKeyId);
const companiesOf = (uses: readonly KeyUse[]) => uses.map(({ companyId }) => companyId);

async function addCounts(
  tx: postgres.TransactionSql,
  uses: readonly KeyUse[],
  now: string,
): Promise<void> {
  const counted = uses.flatMap(({ companyId, apiKeyId, counts }) =>
    Array.from(counts, ([outcome, requests]) => ({
      companyId,
      apiKeyId,
      outcome: String(outcome),
      requests,
    })),
  );
  if (counted.length === 0) return;

  await tx`
    insert into key_usage (company_id, api_key_id, hour, outcome, requests)
    select company_id, api_key_id, date_trunc('hour', ${now}::timestamptz), outcome, requests
    from unnest(
      ${counted.map((each) => each.companyId)}::uuid[],
      ${counted.map((each) => each.apiKeyId)}::uuid[],
      ${counted.map((each) => each.outcome)}::text[],
      ${counted.map((each) => each.requests)}::int[]
    ) as counted (company_id, api_key_id, outcome, requests)
    on conflict (company_id, api_key_id, hour, outcome)
    do update set requests = key_usage.requests + excluded.requests`;
}

/** Counts the names of ignored fields. Of each key, the names that were sent last are kept. */
async function addIgnored(
  tx: postgres.TransactionSql,
  uses: readonly KeyUse[],
  now: string,
): Promise<void> {
  const rows = uses.flatMap(({ companyId, apiKeyId, ignored }) =>
    Array.from(ignored, ([name, requests]) => ({ companyId, apiKeyId, name, requests })),
  );
  if (rows.length === 0) return;

  await tx`
    insert into key_ignored_fields as f (company_id, api_key_id, name, requests, last_sent_at)
    select company_id, api_key_id, name, requests, ${now}::timestamptz
    from unnest(
      ${rows.map((row) => row.companyId)}::uuid[],
      ${rows.map((row) => row.apiKeyId)}::uuid[],
      ${rows.map((row) => row.name)}::text[],
      ${rows.map((row) => row.requests)}::bigint[]
    ) as sent (company_id, api_key_id, name, requests)
    on conflict (company_id, api_key_id, name) do update
      set requests = f.requests + excluded.requests, last_sent_at = excluded.last_sent_at`;
  await tx`
    delete from key_ignored_fields f
    using (
      select company_id, api_key_id, name, row_number() over (
        partition by company_id, api_key_id order by last_sent_at desc, requests desc, name
      ) as place
      from key_ignored_fields
      where company_id = any(${companiesOf(uses)}::uuid[]) and api_key_id = any(${idsOf(uses)}::uuid[])
    ) ranked
    where ranked.company_id = f.company_id and ranked.api_key_id = f.api_key_id
      and ranked.name = f.name and ranked.place > ${ignoredFieldsPerKey}::int`;
}

const leadCountColumns = countedNames.map(columnName);
const leadCountsText = leadCountColumns.join(', ');
const addedLeadCountsText = leadCountColumns
  .map((column) => `${column} = c.${column} + excluded.${column}`)
  .join(', ');

async function addLeads(
  tx: postgres.TransactionSql,
  uses: readonly KeyUse[],
  now: string,
): Promise<void> {
  const rows = uses.filter(({ leads }) => countedNames.some((name) => leads[name] > 0));
  if (rows.length === 0) return;

  const counts = rows.map(({ companyId, apiKeyId, leads }) => {
    const named = countedNames.map((name) => [columnName(name), leads[name]]);
    return { company_id: companyId, api_key_id: apiKeyId, ...Object.fromEntries(named) };
  });
  await tx`
    insert into key_lead_counts as c (company_id, api_key_id, at, ${tx.unsafe(leadCountsText)})
    select company_id, api_key_id, date_trunc('minute', ${now}::timestamptz),
      ${tx.unsafe(leadCountsText)}
    from jsonb_populate_recordset(null::key_lead_counts, ${JSON.stringify(counts)}::text::jsonb)
    on conflict (company_id, api_key_id, at) do update set ${tx.unsafe(addedLeadCountsText)}`;
}

interface RetiringKey {
  companyId: string;
  id: string;
  successorId: string;
  endsAt: string;
}

/**
 * Sets the end of rotated keys whose successor is used for the first time, which takes over their inbound
 * addresses. A separate select finds them: Citus adds no interval to a column in an update.
 */
async function retireKeys(tx: postgres.TransactionSql, successorIds: string[]): Promise<void> {
  const retiring = await tx<RetiringKey[]>`
    select old.company_id as "companyId", old.id, old.successor_id as "successorId",
      (successor.first_used_at + make_interval(secs => old.overlap_seconds))::text as "endsAt"
    from api_keys old
    join api_keys successor
      on successor.company_id = old.company_id and successor.id = old.successor_id
    where successor.id = any(${successorIds}::uuid[])
      and old.deactivated_at is null and old.overlap_seconds is not null`;
  for (const { companyId, id, successorId, endsAt } of retiring) {
    await tx`
      update api_keys set deactivated_at = ${endsAt}::timestamptz
      where company_id = ${companyId} and id = ${id}
        and deactivated_at is null and successor_id = any(${successorIds}::uuid[])`;
    await tx`
      update inbound_addresses set api_key_id = ${successorId}
      where company_id = ${companyId} and api_key_id = ${id}`;
  }
  if (retiring.length > 0) await tx`select pg_notify(${cacheChannel}, 'keys')`;
}

async function setLastUse(
  tx: postgres.TransactionSql,
  uses: readonly KeyUse[],
  now: string,
): Promise<void> {
  const used = uses.filter(({ client }) => client !== undefined);
  if (used.length === 0) return;

  await tx`
    update api_keys k
    set last_used_at = ${now}::timestamptz,
        first_used_at = coalesce(k.first_used_at, ${now}::timestamptz),
        last_used_client = coalesce(used.client, k.last_used_client)
    from unnest(
      ${companiesOf(used)}::uuid[], ${idsOf(used)}::uuid[],
      ${used.map(({ client = null }) => client)}::text[]
    ) as used (company_id, api_key_id, client)
    where k.company_id = used.company_id and k.id = used.api_key_id`;
  await retireKeys(tx, idsOf(used));
}

/**
 * Adds what a process has counted to the counts of requests and leads, the names of ignored fields and the
 * last use of its keys. The keys are locked first, in their order: two processes at once do not deadlock.
 */
export async function writeUsage(sql: postgres.Sql, uses: readonly KeyUse[]): Promise<void> {
  await sql.begin(async (tx) => {
    const locked = await tx<{ id: string; now: string }[]>`
      select id, now()::text as now
      from api_keys
      where company_id = any(${companiesOf(uses)}::uuid[]) and id = any(${idsOf(uses)}::uuid[])
      order by id
      for no key update`;
    const [first] = locked;
    if (!first) return;

    const ids = new Set(locked.map(({ id }) => id));
    const known = uses.filter(({ apiKeyId }) => ids.has(apiKeyId));
    await addCounts(tx, known, first.now);
    await addIgnored(tx, known, first.now);
    await addLeads(tx, known, first.now);
    await setLastUse(tx, known, first.now);
  });
}

/**
 * Deletes the counts of the oldest hour, a day after the panel has shown it for the last time.
 *
 * @returns whether there may be more
 */
export async function deleteOldUsage(sql: postgres.Sql): Promise<boolean> {
  const [oldest] = await sql<{ hour: string; isOld: boolean }[]>`
    select min(hour)::text as hour,
      min(hour) < now() - make_interval(days => ${activityDays + 1}) as "isOld"
    from key_usage`;
  if (!oldest?.isOld) return false;

  await sql`delete from key_usage where hour <= ${oldest.hour}::timestamptz`;
  return true;
}

const mergeLock = 7_236_006;

/**
 * Adds counts of leads by minute to those of their hour when they are some hours old, and deletes those by
 * hour when they are no longer compared with. One process at a time: two would add the same minutes.
 */
export async function mergeLeadCounts(sql: postgres.Sql): Promise<void> {
  await sql.begin(async (tx) => {
    const [lock] = await tx<{ isOurs: boolean; minutesUntil: string; hoursUntil: string }[]>`
      select pg_try_advisory_xact_lock(${mergeLock}) as "isOurs",
        date_trunc('hour', now() - make_interval(hours => ${minuteCountHours}), 'UTC')::text as "minutesUntil",
        (now() - make_interval(days => ${leadCountDays}))::text as "hoursUntil"`;
    if (!lock?.isOurs) return;

    const { minutesUntil, hoursUntil } = lock;
    const minutes = tx`
      at < ${minutesUntil}::timestamptz and at <> date_trunc('hour', at, 'UTC')`;
    const sums = leadCountColumns.map((column) => `sum(${column})`).join(', ');
    await tx`
      insert into key_lead_counts as c (company_id, api_key_id, at, ${tx.unsafe(leadCountsText)})
      select company_id, api_key_id, date_trunc('hour', at, 'UTC'), ${tx.unsafe(sums)}
      from key_lead_counts where ${minutes}
      group by company_id, api_key_id, date_trunc('hour', at, 'UTC')
      on conflict (company_id, api_key_id, at) do update set ${tx.unsafe(addedLeadCountsText)}`;
    await tx`delete from key_lead_counts where ${minutes}`;
    await tx`delete from key_lead_counts where at < ${hoursUntil}::timestamptz`;
  });
}
