import { and, desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { leadsPerPage } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { decodeCursor, encodeCursor, type Position } from '../cursor.ts';
import { NotFoundError } from '../errors.ts';
import { instantOf } from '../sql.ts';
import { leadSummaryColumns } from './lead-columns.ts';
import { describePhone } from './phone.ts';
import { matches } from './search.ts';

interface LeadQuery {
  stepId: string;
  search?: string | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined;
  limit?: number | undefined;
}

const olderThan = ({ createdAt, id }: Position) =>
  sql`(${leads.createdAt}, ${leads.id}) < (${instantOf(createdAt)}, ${id}::uuid)`;

async function assertStep(db: Database, companyId: string, stepId: string): Promise<void> {
  const [step] = await db
    .select({ id: steps.id })
    .from(steps)
    .where(and(eq(steps.companyId, companyId), eq(steps.id, stepId)));
  if (!step) throw new NotFoundError('Step not found');
}

function withReadablePhone<Row extends { phones: string[] }>(row: Row) {
  const [first] = row.phones;
  return { ...row, phone: first === undefined ? null : describePhone(first).international };
}

/**
 * A page of a step's leads, the newest first.
 *
 * @throws NotFoundError for the step
 * @throws InvalidError for the cursor
 */
export async function listLeads(
  db: Database,
  { companyId }: CompanyActor,
  { stepId, search = '', cursor, limit = leadsPerPage }: LeadQuery,
) {
  const after = cursor ? olderThan(decodeCursor(cursor)) : undefined;
  await assertStep(db, companyId, stepId);

  const rows = await db
    .select(leadSummaryColumns)
    .from(leads)
    .where(and(eq(leads.companyId, companyId), eq(leads.stepId, stepId), after, matches(search)))
    .orderBy(desc(leads.createdAt), desc(leads.id))
    .limit(limit + 1);
  const items = rows.slice(0, limit).map(withReadablePhone);
  const last = items.at(-1);

  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last) : null };
}
