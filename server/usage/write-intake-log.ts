import { companyChannel } from '#db/announce.ts';
import type { Pool } from '#db/client.ts';
import type { Transaction } from '#db/connections/transaction.ts';
import { writeArray } from '#db/connections/types.ts';
import { groupIdOf, groupName } from '#db/intake-group.ts';
import { acceptedPerGroup } from '#db/values/intake-log.ts';
import { logChunkMs } from '../limits.ts';
import { intakeLogLock } from '../services/intake-log/remove-requests.ts';
import type { BodySeal } from '../services/intake-log/sealed-body.ts';
import type { GroupCount, KeylessCount, LogBatch } from './log-buffer.ts';
import type { LogGroup, LogRow } from './log-rows.ts';

/** A lead may be erased before its request is written. */
const hasItsLead = 'row.lead_id is null or l.id is not null';

/** The id of the group of each row; those of one group are made once. */
function groupIdsOf(groups: readonly LogGroup[]): string[] {
  const ids = new Map<string, string>();
  return groups.map((group) => {
    const name = groupName(group);
    const id = ids.get(name) ?? groupIdOf(group);
    ids.set(name, id);
    return id;
  });
}

const storable = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD');
const instant = (time: number) => new Date(time).toISOString();

/** Sealed bodies lie in one value: a driver would write an array of them as text, item by item. */
function insertBodies(tx: Transaction, seal: BodySeal, rows: readonly LogRow[]) {
  const sealed = rows.map(({ bytes = Buffer.alloc(0), ...owner }) => seal.seal(bytes, owner));
  let end = 1;
  const starts = sealed.map(({ length }) => {
    end += length;
    return end - length;
  });
  return tx`
    insert into request_bodies (company_id, subject_id, id, sealed)
    select row.company_id, coalesce(row.lead_id, row.id), row.id,
      substring(${Buffer.concat(sealed)}::bytea from row.start for row.length)
    from unnest(
      ${rows.map((row) => row.companyId)}::uuid[],
      ${rows.map((row) => row.leadId)}::uuid[],
      ${rows.map((row) => row.id)}::uuid[],
      ${starts}::int[],
      ${sealed.map(({ length }) => length)}::int[]
    ) as row (company_id, lead_id, id, start, length)
    left join leads l on l.company_id = row.company_id and l.id = row.lead_id
    where ${tx.unsafe(hasItsLead)}
    on conflict do nothing`;
}

function insertEntries(tx: Transaction, rows: readonly LogRow[]) {
  return tx`
    insert into intake_log (
      company_id, id, group_id, api_key_id, step_id, status, outcome, message, request_id, lead_id,
      item, ignored_fields, body, headers, at)
    select row.company_id, row.id, row.group_id, row.api_key_id, row.step_id, row.status, row.outcome,
      row.message, row.request_id, row.lead_id, row.item, row.ignored_fields::text[], row.body,
      row.headers::jsonb, row.at::timestamptz
    from unnest(
      ${rows.map((row) => row.companyId)}::uuid[],
      ${rows.map((row) => row.id)}::uuid[],
      ${groupIdsOf(rows)}::uuid[],
      ${rows.map((row) => row.apiKeyId)}::uuid[],
      ${rows.map((row) => row.stepId)}::uuid[],
      ${rows.map((row) => row.status)}::int[],
      ${rows.map((row) => row.outcome)}::text[],
      ${rows.map((row) => storable(row.message))}::text[],
      ${rows.map((row) => row.requestId)}::text[],
      ${rows.map((row) => row.leadId)}::uuid[],
      ${rows.map((row) => row.item)}::int[],
      ${rows.map((row) => writeArray(row.ignoredFields))}::text[],
      ${rows.map((row) => row.body)}::text[],
      ${rows.map(({ headers }) => (headers ? JSON.stringify(headers) : null))}::text[],
      ${rows.map((row) => instant(row.at))}::text[]
    ) as row (
      company_id, id, group_id, api_key_id, step_id, status, outcome, message, request_id, lead_id,
      item, ignored_fields, body, headers, at)
    left join leads l on l.company_id = row.company_id and l.id = row.lead_id
    where ${tx.unsafe(hasItsLead)}
    on conflict do nothing`;
}

/** Groups are counted in their order, so that two processes at once do not deadlock. */
function addGroups(tx: Transaction, groups: readonly GroupCount[]) {
  return tx`
    insert into intake_groups as g (
      company_id, day, group_id, api_key_id, step_id, status, outcome, cause, requests,
      dropped_entries, dropped_bodies, first_at, last_at)
    select company_id, (last_at::timestamptz at time zone time_zone)::date, group_id, api_key_id,
      step_id, status, outcome, cause, requests, dropped_entries, dropped_bodies,
      first_at::timestamptz, last_at::timestamptz
    from unnest(
      ${groups.map((each) => each.companyId)}::uuid[],
      ${groups.map((each) => each.timeZone)}::text[],
      ${groups.map(groupIdOf)}::uuid[],
      ${groups.map((each) => each.apiKeyId)}::uuid[],
      ${groups.map((each) => each.stepId)}::uuid[],
      ${groups.map((each) => each.status)}::int[],
      ${groups.map((each) => each.outcome)}::text[],
      ${groups.map((each) => storable(each.cause))}::text[],
      ${groups.map((each) => each.requests)}::bigint[],
      ${groups.map((each) => each.droppedEntries)}::bigint[],
      ${groups.map((each) => each.droppedBodies)}::bigint[],
      ${groups.map((each) => instant(each.firstAt))}::text[],
      ${groups.map((each) => instant(each.lastAt))}::text[]
    ) as counted (
      company_id, time_zone, group_id, api_key_id, step_id, status, outcome, cause, requests,
      dropped_entries, dropped_bodies, first_at, last_at)
    order by 1, 2, 3
    on conflict (company_id, day, group_id) do update
    set requests = g.requests + excluded.requests,
      dropped_entries = g.dropped_entries + excluded.dropped_entries,
      dropped_bodies = g.dropped_bodies + excluded.dropped_bodies,
      first_at = least(g.first_at, excluded.first_at),
      last_at = greatest(g.last_at, excluded.last_at)`;
}

/** Steps that do not exist are left out. */
function addKeyless(tx: Transaction, counts: readonly KeylessCount[]) {
  return tx`
    insert into keyless_requests as k (company_id, step_id, day, reason, requests)
    select s.company_id, s.id, (now() at time zone c.time_zone)::date, counted.reason,
      counted.requests
    from unnest(
      ${counts.map(({ stepId }) => stepId)}::uuid[],
      ${counts.map(({ reason }) => reason)}::text[],
      ${counts.map(({ requests }) => requests)}::bigint[]
    ) as counted (step_id, reason, requests)
    join steps s on s.id = counted.step_id
    join companies c on c.id = s.company_id
    order by 1, 2, 4
    on conflict (company_id, step_id, day, reason) do update
    set requests = k.requests + excluded.requests`;
}

/**
 * Opens an alarm for each live key of which a submission is held, unless it has one. An open one is not touched,
 * so that submissions of a key do not wait for one another.
 */
const openHeldAlarms = (tx: Transaction, rows: readonly LogRow[]) =>
  tx`
    insert into key_alarms (company_id, api_key_id, kind, figures, started_at, opened_at)
    select k.company_id, k.id, 'held', jsonb_build_object('kind', 'held', 'entryId', row.id),
      row.at::timestamptz, now()
    from (
      select distinct on (company_id, api_key_id) company_id, api_key_id, id, at
      from unnest(
        ${rows.map((row) => row.companyId)}::uuid[],
        ${rows.map((row) => row.apiKeyId)}::uuid[],
        ${rows.map((row) => row.id)}::uuid[],
        ${rows.map((row) => instant(row.at))}::text[]
      ) as held (company_id, api_key_id, id, at)
      order by 1, 2
    ) as row
    join api_keys k on k.company_id = row.company_id and k.id = row.api_key_id and k.kind = 'live'
    where not exists (
      select from key_alarms known
      where known.company_id = k.company_id and known.api_key_id = k.id and known.kind = 'held'
        and known.closed_at is null)
    order by 1, 2
    on conflict (company_id, api_key_id, kind) do update
    set figures = excluded.figures, started_at = excluded.started_at,
      opened_at = excluded.opened_at, closed_at = null`;

/** Tells open screens of the alarms that this transaction has opened. */
const announceHeldAlarms = (tx: Transaction, rows: readonly LogRow[]) =>
  tx`
    select pg_notify(
      ${companyChannel}, company_id || ' ' || json_build_object('keys', json_agg(api_key_id)))
    from key_alarms
    where company_id = any(${rows.map(({ companyId }) => companyId)}::uuid[])
      and api_key_id = any(${rows.map(({ apiKeyId }) => apiKeyId)}::uuid[])
      and kind = 'held' and opened_at = now()::timestamptz(3)
    group by company_id`;

/**
 * Writes a batch, all of it or nothing. A crash of the database loses what it has not written to disk
 * yet, unless the batch is durable: to wait for that would take from the disk what leads need.
 */
export async function writeIntakeLog(
  pool: Pick<Pool, 'begin'>,
  seal: BodySeal,
  { entries, bodies, groups, keyless }: LogBatch,
  isDurable: boolean,
): Promise<void> {
  const held = entries.filter(({ outcome }) => outcome === 'held');
  await pool.begin(
    (tx) =>
      Promise.all([
        !isDurable && tx`set local synchronous_commit = off`,
        tx`select pg_advisory_xact_lock_shared(${intakeLogLock})`,
        bodies.length > 0 && insertBodies(tx, seal, bodies),
        entries.length > 0 && insertEntries(tx, entries),
        groups.length > 0 && addGroups(tx, groups),
        keyless.length > 0 && addKeyless(tx, keyless),
        held.length > 0 && openHeldAlarms(tx, held),
        held.length > 0 && announceHeldAlarms(tx, held),
        tx.commit(),
      ]),
    logChunkMs,
  );
}

/** Deletes the entries of a group of accepted requests but the newest. */
export async function trimIntakeLog({ sql }: Pick<Pool, 'sql'>, group: LogGroup): Promise<void> {
  const { companyId } = group;
  const groupId = groupIdOf(group);
  await sql`
    delete from intake_log
    where company_id = ${companyId} and group_id = ${groupId}::uuid and id < (
      select id from intake_log where company_id = ${companyId} and group_id = ${groupId}::uuid
      order by id desc offset ${acceptedPerGroup - 1} limit 1)`;
}
