import type postgres from 'postgres';
import { copyRows } from '#db/copy/copy-rows.ts';
import type { GrowingStep } from './pools.ts';
import { columns, type LeadContext, LeadWriter } from './write-leads.ts';

/** Leads in one commit: what Ctrl+C waits for, and what a killed process loses. */
export const batchSize = 10_000;
/** Leads that are in memory at a time. */
const portion = 2_500;

const binary = { options: 'format binary' };
const targets = {
  contacts: { table: 'contacts', columns: columns.contacts, ...binary },
  leads: { table: 'leads', columns: columns.leads, ...binary },
};

/** The company cannot be given leads; the message is for the operator. */
export class GrowthRefusedError extends Error {}

/** The steps that take leads, in their order. In a transaction nobody can delete them meanwhile. */
export function lockSteps(sql: postgres.ISql, companyId: string): Promise<GrowingStep[]> {
  return sql<GrowingStep[]>`
    select s.id, s.name, f.id as "funnelId"
    from companies c
    join funnels f on f.company_id = c.id
    join steps s on s.company_id = f.company_id and s.funnel_id = f.id
    where c.id = ${companyId} and s.archived_at is null and f.archived_at is null
    order by f.position, f.id, s.position, s.id
    for key share of c, f, s`;
}

/**
 * Spares the check of foreign keys row by row, where the user may: `lockSteps` holds what the rows
 * refer to, and they refer to each other.
 */
const trustRows = (sql: postgres.ISql) => sql`
  select set_config('session_replication_role', 'replica', true)
  where has_parameter_privilege('session_replication_role', 'set')`;

/** In the order of steps and days, as every writer of counters changes them: else two could deadlock. */
async function addCounts(
  sql: postgres.ISql,
  companyId: string,
  counts: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = [...counts].map(([key, leads]) => {
    const [stepId, day] = key.split(' ');
    return { stepId, day, leads };
  });

  await sql`
    insert into step_counters as c (company_id, step_id, day, leads)
    select ${companyId}, "stepId", day, leads
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as added ("stepId" uuid, day date, leads bigint)
    order by 2, 3
    on conflict (company_id, step_id, day, shard) do update set leads = c.leads + excluded.leads`;
}

/**
 * Adds the leads from place `first` up to `end` with all that belongs to them, in one transaction.
 *
 * @throws GrowthRefusedError when a step of the plan takes no leads any more
 */
export async function addBatch(
  sql: postgres.Sql,
  context: LeadContext,
  steps: readonly GrowingStep[],
  [first, end]: readonly [number, number],
): Promise<void> {
  const { companyId } = context;

  await sql.begin(async (tx) => {
    await trustRows(tx);
    const open = new Set((await lockSteps(tx, companyId)).map(({ id }) => id));
    const closed = steps.find(({ id }) => !open.has(id));
    if (closed) throw new GrowthRefusedError(`The step "${closed.name}" was archived meanwhile`);

    const writer = new LeadWriter(context);
    for (let start = first; start < end; start += portion) {
      writer.write(start, Math.min(start + portion, end));
      await copyRows(tx, targets.contacts, writer.contacts.take());
      await copyRows(tx, targets.leads, writer.leads.take());
    }
    await addCounts(tx, companyId, writer.counts);
  });
}
