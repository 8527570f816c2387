import { sql } from 'drizzle-orm';

/** Details of an entry of the audit log: where the step is that was `changed`. */
export const inFunnel = sql`(
  select jsonb_build_object('funnel', f.name) from funnels f
  where f.company_id = changed.company_id and f.id = changed.funnel_id)`;
