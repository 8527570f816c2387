import type postgres from 'postgres';
import { expect } from 'vitest';
import { leadOf } from './contract.ts';
import type { Sent } from './load.ts';

/** Steps whose counter of a day is not what `count(*)` says. */
const driftedCounters = (sql: postgres.ISql, companyId: string) => sql`
  select step_id, day, counted.leads as counted, actual.leads as actual
  from (
    select step_id, day, sum(leads) as leads from step_counters
    where company_id = ${companyId} group by 1, 2 having sum(leads) <> 0
  ) counted
  full join (
    select step_id, coalesce(day, (created_at at time zone 'UTC')::date) as day, count(*) as leads
    from leads where company_id = ${companyId} group by 1, 2
  ) actual using (step_id, day)
  where counted.leads is distinct from actual.leads`;

/** Leads without exactly one contact of their own name. */
const partialLeads = (sql: postgres.ISql, companyId: string) => sql`
  select l.name from leads l
  where l.company_id = ${companyId} and (
    select count(*) from contacts c
    where c.company_id = l.company_id and c.id = l.contact_id and c.name = l.name) <> 1`;

/** No lead is stored in part, and counters equal `count(*)` for each step and day. */
export async function expectLeadsConsistent(sql: postgres.ISql, companyId: string): Promise<void> {
  expect(await partialLeads(sql, companyId)).toHaveLength(0);
  expect([...(await driftedCounters(sql, companyId))]).toEqual([]);
}

interface StoredLead {
  name: string;
  id: string;
  contactId: string;
  createdAt: string;
}

async function compare(
  sql: postgres.ISql,
  companyId: string,
  ledger: readonly Sent[],
): Promise<void> {
  const rows = await sql<StoredLead[]>`
    select name, id, contact_id as "contactId",
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
    from leads where company_id = ${companyId}`;
  const stored = new Map(rows.map((row) => [row.name, row]));
  const sent = new Set(ledger.map(({ name }) => name));

  expect(stored.size).toBe(rows.length);
  expect(rows.filter(({ name }) => !sent.has(name))).toEqual([]);
  for (const { name, answer } of ledger) {
    if (answer?.status !== 201) continue;
    const { id, contactId, createdAt } = leadOf(answer);
    expect(stored.get(name)).toEqual({ name, id, contactId, createdAt });
  }
  await expectLeadsConsistent(sql, companyId);
}

/**
 * Acknowledged ⊆ stored ⊆ sent, one row each; what was acknowledged is what is stored; no lead is
 * stored in part, and counters equal `count(*)` for each step and day. All of it at one moment:
 * what was answered with 503 may be stored later.
 */
export async function expectLedger(
  sql: postgres.Sql,
  companyId: string,
  ledger: readonly Sent[],
): Promise<void> {
  await sql.begin('isolation level repeatable read', (moment) =>
    compare(moment, companyId, ledger),
  );
}
