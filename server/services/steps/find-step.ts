import type postgres from 'postgres';

export interface KnownStep {
  funnelId: string;
  /** False when it or its funnel is archived. */
  takesLeads: boolean;
}

/** Where a company's step is, archived or not; `undefined` when the company has no such step. */
export async function findStep(
  sql: postgres.Sql,
  { companyId, stepId }: { companyId: string; stepId: string },
): Promise<KnownStep | undefined> {
  const [address] = await sql<KnownStep[]>`
    select s.funnel_id as "funnelId",
      s.archived_at is null and f.archived_at is null as "takesLeads"
    from steps s join funnels f on f.company_id = s.company_id and f.id = s.funnel_id
    where s.company_id = ${companyId} and s.id = ${stepId}`;

  return address;
}
