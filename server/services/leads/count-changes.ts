import { sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { stepCounters } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';

/** The day on which a lead is counted. Leads from before time zones have none of their own. */
export const countedDate = sql`coalesce(${leads.day}, (${leads.createdAt} at time zone 'UTC')::date)`;
export const countedDay = sql<string>`${countedDate}::text`;

interface CountChange {
  stepId: string;
  day: string;
  /** How many leads more, or less. */
  leads: number;
}

/** One change for each step and day, without those that cancel each other out. */
function summed(changes: readonly CountChange[]): CountChange[] {
  const sums = new Map<string, CountChange>();
  for (const change of changes) {
    const key = `${change.stepId} ${change.day}`;
    const before = sums.get(key)?.leads ?? 0;
    sums.set(key, { ...change, leads: before + change.leads });
  }
  return [...sums.entries()]
    .filter(([, { leads: sum }]) => sum !== 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, change]) => change);
}

/**
 * Counts leads into steps and out of them. In the order of steps and days, as every writer of
 * counters does, so that two changes in opposite directions do not deadlock.
 */
export async function countChanges(
  tx: Transaction,
  companyId: string,
  changes: readonly CountChange[],
): Promise<void> {
  const values = summed(changes).map((change) => ({
    companyId,
    shard: sql`pg_backend_pid() % 8`,
    ...change,
  }));
  if (values.length === 0) return;

  await tx
    .insert(stepCounters)
    .values(values)
    .onConflictDoUpdate({
      target: [stepCounters.companyId, stepCounters.stepId, stepCounters.day, stepCounters.shard],
      set: { leads: sql`${stepCounters.leads} + excluded.leads` },
    });
}
