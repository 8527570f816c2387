import { getTableColumns } from 'drizzle-orm';
import type { Pool } from '#db/client.ts';
import type { Transaction } from '#db/connections/transaction.ts';
import { writeArray } from '#db/connections/types.ts';
import { leads } from '#db/schema/leads.ts';
import type { IdempotencyKeys, LeadRow } from './lead.ts';

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
  /** An earlier lead has its idempotency key. */
  | { kind: 'key taken' };

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const isField = (name: string): name is keyof LeadRow => name !== 'createdAt';

/** Columns of `leads` that a row fills; the time comes from the database. */
const columns = Object.entries(getTableColumns(leads)).flatMap(([field, column]) =>
  isField(field) ? [{ field, name: snakeCase(field), type: column.getSQLType() }] : [],
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

/** One array for each column. */
const insertLeadsText = `
  insert into leads (${list(columns.map(({ name }) => name))}, created_at)
  select ${list(columns.map(({ name, type }) => `${name}::${type}`))},
    $${columns.length + 1}::timestamptz
  from unnest(${list(
    columns.map(({ type }, n) => `$${n + 1}::${type === 'uuid' ? 'uuid' : 'text'}[]`),
  )}) as row (${list(columns.map(({ name }) => name))})`;

const stepOf = ({ companyId, stepId }: LeadRow) => companyId + stepId;

/** Distinct steps of the rows, ordered by id, with how many rows each has. */
function countBySteps(rows: readonly LeadRow[]) {
  const counted = new Map<string, { companyId: string; stepId: string; count: number }>();
  for (const row of rows) {
    const { companyId, stepId } = row;
    const known = counted.get(stepOf(row));
    if (known) known.count += 1;
    else counted.set(stepOf(row), { companyId, stepId, count: 1 });
  }
  return [...counted.values()].sort((a, b) => (a.stepId < b.stepId ? -1 : 1));
}

interface WantedStep {
  /** The time of the transaction. */
  now: string;
  companyId: string;
  stepId: string;
  takesLeads: boolean;
}

/** The time of the transaction, and the steps that take leads. */
async function readSteps(tx: Transaction, rows: readonly LeadRow[]) {
  const steps = countBySteps(rows);
  const wanted = await tx<WantedStep[]>`
    select wanted.company_id as "companyId", wanted.id as "stepId",
      to_char(now()::timestamptz(3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now,
      s.archived_at is null and f.archived_at is null and f.id is not null as "takesLeads"
    from unnest(
      ${steps.map((step) => step.companyId)}::uuid[], ${steps.map((step) => step.stepId)}::uuid[]
    ) as wanted (company_id, id)
    left join steps s on s.company_id = wanted.company_id and s.id = wanted.id
    left join funnels f on f.company_id = s.company_id and f.id = s.funnel_id`;
  const open = wanted.filter(({ takesLeads }) => takesLeads);

  return {
    now: wanted[0]?.now ?? '',
    open: new Set(open.map(({ companyId, stepId }) => companyId + stepId)),
  };
}

const byKey = (a: PendingLead, b: PendingLead) =>
  `${a.row.companyId}${a.keys?.key}` < `${b.row.companyId}${b.keys?.key}` ? -1 : 1;

/**
 * Takes the idempotency keys of the leads, for a day those that came with an `Idempotency-Key`. An
 * expired key is taken over. A transaction that wants a key which another one has just taken waits
 * for that one's end; keys are taken in their order so that two transactions cannot deadlock.
 *
 * @returns ids of the leads that got their key
 */
async function takeKeys(
  tx: Transaction,
  pending: readonly PendingLead[],
  now: string,
): Promise<Set<string>> {
  const wanted = pending.filter(({ keys }) => keys).sort(byKey);
  if (wanted.length === 0) return new Set();

  const taken = await tx<{ id: string }[]>`
    insert into idempotency_keys as k (company_id, key, lead_id, request, expires_at)
    select company_id, key, lead_id, request,
      case when request is null then 'infinity' else ${now}::timestamptz + interval '24 hours' end
    from unnest(
      ${wanted.map(({ row }) => row.companyId)}::uuid[],
      ${wanted.map(({ keys }) => keys?.key ?? null)}::uuid[],
      ${wanted.map(({ row }) => row.id)}::uuid[],
      ${wanted.map(({ keys }) => keys?.request ?? null)}::uuid[]
    ) as wanted (company_id, key, lead_id, request)
    on conflict (company_id, key) do update
      set lead_id = excluded.lead_id, request = excluded.request, expires_at = excluded.expires_at
      where k.expires_at <= ${now}::timestamptz
    returning lead_id as id`;

  return new Set(taken.map(({ id }) => id));
}

/** Lets retries that come without the `Idempotency-Key` find the lead as well. */
function addNaturalKeys(tx: Transaction, pending: readonly PendingLead[]) {
  const known = pending
    .flatMap(({ row, keys }) => (keys?.naturalKey ? [{ row, key: keys.naturalKey }] : []))
    .sort((a, b) => (a.row.companyId + a.key < b.row.companyId + b.key ? -1 : 1));
  if (known.length === 0) return [];

  return tx`
    insert into idempotency_keys (company_id, key, lead_id, expires_at)
    select company_id, key, lead_id, 'infinity'
    from unnest(
      ${known.map(({ row }) => row.companyId)}::uuid[],
      ${known.map(({ key }) => key)}::uuid[],
      ${known.map(({ row }) => row.id)}::uuid[]
    ) as known (company_id, key, lead_id)
    on conflict do nothing`;
}

/** Counters are raised in the order of their steps, so that two groups cannot deadlock. */
function raiseCounters(tx: Transaction, rows: readonly LeadRow[], now: string, shard: number) {
  const steps = countBySteps(rows);

  return tx`
    insert into step_counters as c (company_id, step_id, day, shard, leads)
    select company_id, step_id, (${now}::timestamptz at time zone 'UTC')::date, ${shard}, leads
    from unnest(
      ${steps.map((step) => step.companyId)}::uuid[],
      ${steps.map((step) => step.stepId)}::uuid[],
      ${steps.map((step) => step.count)}::int[]
    ) as counted (company_id, step_id, leads)
    on conflict (company_id, step_id, day, shard) do update set leads = c.leads + excluded.leads`;
}

/**
 * Stores a group of leads with their contacts, keys and counters: in one transaction of plain
 * statements, which a Citus cluster runs as well. No two leads may have the same key.
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
  return pool.begin(async (tx) => {
    const { now, open } = await readSteps(
      tx,
      pending.map(({ row }) => row),
    );
    const reachable = pending.filter(({ row }) => open.has(stepOf(row)));
    const taken = await takeKeys(tx, reachable, now);
    const fresh = reachable.filter(({ row, keys }) => !keys || taken.has(row.id));
    const rows = fresh.map(({ row }) => row);

    if (rows.length > 0) {
      const all = (field: keyof LeadRow) => columnOf(rows, field);
      await Promise.all([
        tx`
          insert into contacts (company_id, id, name, phones, email, created_at)
          select company_id, id, name, phones::text[], email, ${now}::timestamptz
          from unnest(
            ${all('companyId')}::uuid[], ${all('contactId')}::uuid[], ${all('name')}::text[],
            ${all('phones')}::text[], ${all('email')}::text[]
          ) as row (company_id, id, name, phones, email)`,
        tx.unsafe(insertLeadsText, [...columns.map(({ field }) => all(field)), now], {
          prepare: true,
        }),
        addNaturalKeys(tx, fresh),
        raiseCounters(tx, rows, now, shard),
        tx.commit(),
      ]);
    }

    const stored = new Set(rows.map(({ id }) => id));
    return pending.map(({ row }): StoreResult => {
      if (stored.has(row.id)) return { kind: 'stored', createdAt: now };
      return { kind: open.has(stepOf(row)) ? 'key taken' : 'step closed' };
    });
  }, until - performance.now());
}
