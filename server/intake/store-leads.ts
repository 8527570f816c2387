import { getTableColumns } from 'drizzle-orm';
import type { Pool } from '#db/client.ts';
import type { Transaction } from '#db/connections/transaction.ts';
import { readArray, writeArray } from '#db/connections/types.ts';
import { arrivalText, columnName } from '#db/schema/columns.ts';
import { leads } from '#db/schema/leads.ts';
import { initialState } from '#db/values/leads.ts';
import { type IdempotencyKeys, isTest, type LeadRow } from './lead.ts';

/** A lead on its way into the database. */
export interface PendingLead {
  row: LeadRow;
  keys: IdempotencyKeys | undefined;
}

/** What became of it. `createdAt` is ISO 8601, UTC, with milliseconds, by the database's clock. */
export type StoreResult =
  | { kind: 'stored'; createdAt: string }
  /** The step is unknown, archived or another company's. */
  | { kind: 'step closed' }
  /** An earlier lead has its `Idempotency-Key` or its natural key. */
  | { kind: 'key taken' };

type Field = Exclude<keyof LeadRow, 'timeZone' | keyof typeof initialState>;

/** Set by the statement, or later by members. */
const notSent = new Set([
  'createdAt',
  'day',
  'ownerId',
  'assignedAt',
  'openedAt',
  'firstContactAt',
  'followUpAt',
  'deletedAt',
  ...Object.keys(initialState),
]);
const isField = (name: string): name is Field => !notSent.has(name);

/** Columns of `leads` in which rows differ. */
const columns = Object.entries(getTableColumns(leads)).flatMap(([field, column]) =>
  isField(field) ? [{ field, name: columnName(field), type: column.getSQLType() }] : [],
);

const list = (parts: readonly string[]) => parts.join(', ');

/** Lists and objects are sent as text: an array of arrays would have to be rectangular. */
function sentValue(value: LeadRow[keyof LeadRow]): string | null {
  if (Array.isArray(value)) return writeArray(value);
  return typeof value === 'object' ? value && JSON.stringify(value) : (value ?? null);
}

/** The values of a column; none when no row has any: `unnest` then fills up with nulls. */
function columnOf(rows: readonly LeadRow[], field: keyof LeadRow): (string | null)[] {
  const hasValues = rows.some((row) => row[field] !== undefined && row[field] !== null);
  return hasValues ? rows.map((row) => sentValue(row[field])) : [];
}

/**
 * The ids of the leads to store are kept in a setting, so that no statement has to wait for the
 * answer of another. It ends with the transaction: outside of one, nothing is stored.
 */
const acceptText = `set_config('leadgate.accepted', coalesce(array_agg(row.id), '{}')::text, true)`;
const isAcceptedText = `row.id in (select unnest(current_setting('leadgate.accepted')::uuid[]))`;

/** The day of a lead, by the time zone that its process knows. */
const dayText = '(now() at time zone row.time_zone)::date';

/** One array for each column, and one of time zones. */
const insertLeadsText = `
  insert into leads (${list([...columns.map(({ name }) => name), ...Object.keys(initialState)])}, day, created_at)
  select ${list(columns.map(({ name, type }) => `${name}::${type}`))},
    ${list(Object.values(initialState).map((value) => `'${value}'`))}, ${dayText}, ${arrivalText}
  from unnest(${list(
    columns.map(({ type }, n) => `$${n + 1}::${type === 'uuid' ? 'uuid' : 'text'}[]`),
  )}, $${columns.length + 1}::text[]) as row (${list(columns.map(({ name }) => name))}, time_zone)
  where ${isAcceptedText}`;

interface Accepted {
  /** Ids of leads, as PostgreSQL writes an array. */
  accepted: string;
}

/** Accepts the leads whose step takes leads. */
function acceptByStep(tx: Transaction, { ids, companyIds, stepIds }: Group) {
  return tx<(Accepted & { now: string })[]>`
    select ${tx.unsafe(acceptText)} as accepted,
      now()::timestamptz(3) as now
    from unnest(${ids}::uuid[], ${companyIds}::uuid[], ${stepIds}::uuid[])
      as row (id, company_id, step_id)
    join steps s on s.company_id = row.company_id and s.id = row.step_id
    join funnels f on f.company_id = s.company_id and f.id = s.funnel_id
    where s.archived_at is null and f.archived_at is null`;
}

/**
 * Takes the `Idempotency-Key`s of the accepted leads for a week. An expired one is taken over. A
 * transaction that wants a key which another one has just taken waits for that one's end. Keys are
 * taken in their order, and natural keys after all of these, so that two transactions cannot deadlock.
 */
function takeRequestKeys(tx: Transaction, { ids, companyIds, requestKeys, requests }: Group) {
  return tx`
    insert into idempotency_keys as k (company_id, key, lead_id, request, expires_at)
    select row.company_id, row.key, row.id, row.request, now() + interval '7 days'
    from unnest(${ids}::uuid[], ${companyIds}::uuid[], ${requestKeys}::uuid[], ${requests}::uuid[])
      as row (id, company_id, key, request)
    where row.key is not null and ${tx.unsafe(isAcceptedText)}
    order by row.company_id, row.key
    on conflict (company_id, key) do update
      set lead_id = excluded.lead_id, request = excluded.request, expires_at = excluded.expires_at
      where k.request is not null and excluded.expires_at - k.expires_at >= interval '7 days'`;
}

/** Takes the natural keys of the accepted leads, for ever. Of two in the group, one gets it. */
function takeNaturalKeys(tx: Transaction, { ids, companyIds, naturalKeys }: Group) {
  return tx`
    insert into idempotency_keys (company_id, key, lead_id, expires_at)
    select row.company_id, row.key, row.id, 'infinity'
    from unnest(${ids}::uuid[], ${companyIds}::uuid[], ${naturalKeys}::uuid[])
      as row (id, company_id, key)
    where row.key is not null and ${tx.unsafe(isAcceptedText)}
    order by row.company_id, row.key
    on conflict do nothing`;
}

/** A new `Idempotency-Key` of a lead that was there already stands for that one. */
function pointToEarlierLeads(tx: Transaction, group: Group) {
  const { ids, companyIds, requestKeys, naturalKeys } = group;
  return tx`
    update idempotency_keys k set lead_id = earlier.lead_id
    from unnest(
      ${ids}::uuid[], ${companyIds}::uuid[], ${requestKeys}::uuid[], ${naturalKeys}::uuid[]
    ) as row (id, company_id, key, natural_key)
    join idempotency_keys earlier
      on earlier.company_id = row.company_id and earlier.key = row.natural_key
    where k.company_id = row.company_id and k.key = row.key
      and k.lead_id = row.id and earlier.lead_id <> row.id`;
}

/** Of the accepted leads, accepts those that have no such key or got theirs. */
function acceptByKey(
  tx: Transaction,
  { ids, companyIds }: Group,
  keys: readonly (string | null)[],
) {
  return tx<Accepted[]>`
    select ${tx.unsafe(acceptText)} as accepted
    from unnest(${ids}::uuid[], ${companyIds}::uuid[], ${keys}::uuid[])
      as row (id, company_id, key)
    left join idempotency_keys k
      on k.company_id = row.company_id and k.key = row.key and k.lead_id = row.id
    where (row.key is null or k.lead_id is not null) and ${tx.unsafe(isAcceptedText)}`;
}

/**
 * Accepts the leads that were not sent before, by their `Idempotency-Key` and their natural key.
 *
 * @returns the accepted leads; undefined when the group has no keys
 */
async function acceptOnce(tx: Transaction, group: Group): Promise<readonly Accepted[] | undefined> {
  const hasRequestKeys = group.requestKeys.some(Boolean);
  const hasNaturalKeys = group.naturalKeys.some(Boolean);
  const [, byRequestKey, , , byNaturalKey] = await Promise.all([
    hasRequestKeys && takeRequestKeys(tx, group),
    hasRequestKeys ? acceptByKey(tx, group, group.requestKeys) : undefined,
    hasNaturalKeys && takeNaturalKeys(tx, group),
    hasRequestKeys && hasNaturalKeys && pointToEarlierLeads(tx, group),
    hasNaturalKeys ? acceptByKey(tx, group, group.naturalKeys) : undefined,
  ]);
  return byNaturalKey ?? byRequestKey;
}

/** Counters are raised in the order of their steps, so that two groups cannot deadlock. */
function raiseCounters(tx: Transaction, group: Group, shard: number) {
  const { ids, companyIds, stepIds, timeZones } = group;
  return tx`
    insert into step_counters as c (company_id, step_id, day, shard, leads)
    select row.company_id, row.step_id, ${tx.unsafe(dayText)}, ${shard}::int, count(*)
    from unnest(
      ${ids}::uuid[], ${companyIds}::uuid[], ${stepIds}::uuid[], ${timeZones}::text[]
    ) as row (id, company_id, step_id, time_zone)
    where ${tx.unsafe(isAcceptedText)}
    group by 1, 2, 3
    order by 1, 2, 3
    on conflict (company_id, step_id, day, shard) do update set leads = c.leads + excluded.leads`;
}

/** A group of leads as arrays, one item for each lead. */
function groupOf(pending: readonly PendingLead[]) {
  const rows = pending.map(({ row }) => row);
  return {
    rows,
    ids: rows.map(({ id }) => id),
    companyIds: rows.map(({ companyId }) => companyId),
    stepIds: rows.map(({ stepId }) => stepId),
    timeZones: rows.map(({ timeZone }) => timeZone),
    requestKeys: pending.map(({ keys }) => keys?.request?.key ?? null),
    requests: pending.map(({ keys }) => keys?.request?.digest ?? null),
    naturalKeys: pending.map(({ keys }) => keys?.naturalKey ?? null),
  };
}

type Group = ReturnType<typeof groupOf>;

const idsIn = (rows: readonly Accepted[]) => new Set(readArray(rows[0]?.accepted ?? ''));

/**
 * Stores a group of leads with their contacts, keys and counters, tests without contact and counter:
 * in one transaction of plain statements, which a Citus cluster runs as well. All of them are sent in
 * one flight. No two leads may have the same `Idempotency-Key`.
 *
 * @param shard of the counters; groups that are stored at once should have different ones
 * @param until when the answer is needed, by `performance.now()`
 * @returns what became of each lead, in their order
 * @throws what the database says: then no lead of the group is stored; DeadlineError and the loss of
 *   the connection: then all of them may be stored
 */
export async function storeLeads(
  pool: Pick<Pool, 'begin'>,
  pending: readonly PendingLead[],
  { shard, until }: { shard: number; until: number },
): Promise<StoreResult[]> {
  const group = groupOf(pending);
  const all = (field: keyof LeadRow) => columnOf(group.rows, field);
  const real = group.rows.some(isTest) ? groupOf(pending.filter(({ row }) => !isTest(row))) : group;
  const ofReal = (field: keyof LeadRow) => columnOf(real.rows, field);

  const [byStep, byKey] = await pool.begin(
    (tx) =>
      Promise.all([
        acceptByStep(tx, group),
        acceptOnce(tx, group),
        tx`
          insert into contacts (company_id, id, name, phones, email)
          select row.company_id, row.contact_id, row.name, row.phones::text[], row.email
          from unnest(
            ${real.ids}::uuid[], ${real.companyIds}::uuid[], ${ofReal('contactId')}::uuid[],
            ${ofReal('name')}::text[], ${ofReal('phones')}::text[], ${ofReal('email')}::text[]
          ) as row (id, company_id, contact_id, name, phones, email)
          where ${tx.unsafe(isAcceptedText)}`,
        tx.unsafe(insertLeadsText, [...columns.map(({ field }) => all(field)), group.timeZones], {
          prepare: true,
        }),
        raiseCounters(tx, real, shard),
        tx.commit(),
      ]),
    until - performance.now(),
  );

  const createdAt = new Date(byStep[0]?.now ?? '').toISOString();
  const open = idsIn(byStep);
  const stored = byKey ? idsIn(byKey) : open;
  return group.ids.map((id): StoreResult => {
    if (stored.has(id)) return { kind: 'stored', createdAt };
    return { kind: open.has(id) ? 'key taken' : 'step closed' };
  });
}
