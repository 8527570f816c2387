import type postgres from 'postgres';
import { Chance } from '../chance.ts';
import type { DeriveAttribution } from '../leads.ts';
import { plan } from '../plan.ts';
import { addBatch, batchSize, GrowthRefusedError, lockSteps } from './add-batch.ts';
import { Calendar } from './calendar.ts';
import { type GrowingStep, makePools } from './pools.ts';
import type { LeadContext } from './write-leads.ts';

/** Transactions at a time: while one waits for the disk or for its rows, the others keep the processors busy. */
export const growthConnections = 3;

interface GrowOptions {
  company: { id: string; slug: string };
  /** How many are added. */
  leads: number;
  deriveAttribution: DeriveAttribution;
  /** Stops after the batches under way. */
  signal: AbortSignal;
  /** Called after each commit with all leads that were added so far. */
  onProgress(added: number): void;
}

/** Companies that are not of the demo get the customers of its first one. */
function planOf(slug: string) {
  const companies = plan.flatMap((application) => application.companies);
  const found = companies.find((company) => company.slug === slug) ?? companies[0];
  if (!found) throw new Error('The demo has no company');
  return found;
}

async function databaseTime(sql: postgres.Sql): Promise<Date> {
  const [clock] = await sql<{ now: number }[]>`
    select floor(extract(epoch from now()) * 1000)::float8 as now`;
  return new Date(Number(clock?.now));
}

/** Batches in the order of arrival, so that the newest rows are at the ends of tables and indexes. */
async function addAll(
  sql: postgres.Sql,
  context: LeadContext,
  steps: readonly GrowingStep[],
  { signal, onProgress }: GrowOptions,
): Promise<number> {
  let begun = 0;
  let added = 0;
  let failed = false;
  const work = async () => {
    while (begun < context.total && !signal.aborted && !failed) {
      const first = begun;
      begun = Math.min(first + batchSize, context.total);
      const range = [first, begun] as const;
      await addBatch(sql, context, steps, range);
      added += range[1] - range[0];
      onProgress(added);
    }
  };
  const guarded = () =>
    work().catch((error: unknown) => {
      failed = true;
      throw error;
    });

  const ends = await Promise.allSettled(Array.from({ length: growthConnections }, guarded));
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure) throw failure.reason;
  return added;
}

/**
 * Adds leads of the past year to a company, as if they had been imported: each with its contact,
 * the first line of its timeline and its count. They stand in the steps that take leads.
 *
 * @param sql a pool of `growthConnections` or more
 * @returns how many were added: fewer than asked for after `signal`
 * @throws GrowthRefusedError when no step takes leads
 */
export async function growLeads(sql: postgres.Sql, options: GrowOptions): Promise<number> {
  const { company, leads: total, deriveAttribution } = options;
  const companyPlan = planOf(company.slug);
  const now = await databaseTime(sql);
  const steps = await lockSteps(sql, company.id);
  if (steps.length === 0) {
    throw new GrowthRefusedError(
      `The company "${company.slug}" has no step that takes leads: create a funnel, or restore one`,
    );
  }

  const context = {
    companyId: company.id,
    total,
    now,
    calendar: new Calendar(now, companyPlan.utcOffset),
    pools: makePools(new Chance(total), { company: companyPlan, steps, deriveAttribution }),
  };
  const added = await addAll(sql, context, steps, options);
  if (added === total) await sql`analyze contacts, leads, step_counters`;
  return added;
}
