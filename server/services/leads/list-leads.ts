import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import type { PhoneMarks } from '#db/values/leads.ts';
import { leadsPerPage } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { decodeCursor, encodeCursor, type Position } from '../cursor.ts';
import { NotFoundError } from '../errors.ts';
import { instantOf } from '../sql.ts';
import { withDuplicates } from './duplicates.ts';
import { findCompanyLeads } from './find-company-leads.ts';
import { pageOf } from './find-leads.ts';
import { isNoTest, isTest, leadSummaryColumns } from './lead-columns.ts';
import { type LeadFilter, meetsFilter } from './lead-filter.ts';
import { describePhone } from './phone.ts';
import { isRestricted, isVisibleTo } from './visibility.ts';

interface LeadQuery {
  stepId: string;
  filter?: LeadFilter | undefined;
  search?: string | undefined;
  /** Lists the tests of the step instead of its leads, and ignores the search: none finds a test. */
  tests?: boolean | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined;
  limit?: number | undefined;
  /** Only these. */
  ids?: readonly string[] | undefined;
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

interface Reachable {
  phones: string[];
  phoneMarks: PhoneMarks | null;
  email: string | null;
}

/** A row with its first phone as its country writes it. */
export function withReadablePhone<Row extends Reachable>(row: Row) {
  const { phones, phoneMarks, email } = row;
  const [first] = phones;
  const phone =
    first === undefined ? null : describePhone(first, phoneMarks?.[first]).international;
  return { ...row, phone, isReachable: first !== undefined || email !== null };
}

/** The rows in the order of these ids. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Whether a query asks for some leads of a step only. */
export const isNarrowed = (
  actor: CompanyActor,
  { filter = {}, search }: Pick<LeadQuery, 'filter' | 'search'>,
) => Boolean(search?.replaceAll('\0', '').trim() || meetsFilter(actor, filter));

/** Those leads of the step that match, and one more when there is another page. */
export function findInStep(db: Database, actor: CompanyActor, query: LeadQuery) {
  const { stepId, filter, limit = leadsPerPage, ...rest } = query;
  const stepIds = filter?.stepIds ?? [];
  const isStep = eq(leads.stepId, stepId);
  return findCompanyLeads(db, actor, {
    ...rest,
    filter: { ...filter, stepIds: [stepId] },
    // A filter may ask for other steps.
    where: stepIds.length === 0 || stepIds.includes(stepId) ? isStep : sql`false`,
    limit,
  });
}

/**
 * A page of a step's leads, the newest first; with a search text, of those that it finds.
 *
 * @throws NotFoundError for the step
 * @throws InvalidError for the cursor
 */
export async function listLeads(db: Database, actor: CompanyActor, query: LeadQuery) {
  const { companyId } = actor;
  const { stepId, filter, tests, cursor, limit = leadsPerPage, ids: named } = query;
  if (!tests && (isNarrowed(actor, query) || isRestricted(actor))) {
    await assertStep(db, companyId, stepId);
    const { ids, nextCursor } = pageOf(await findInStep(db, actor, query), limit);
    const found = await db
      .select(leadSummaryColumns)
      .from(leads)
      .where(and(eq(leads.companyId, companyId), inArray(leads.id, ids)));
    const items = await withDuplicates(db, actor, inOrder(ids, found).map(withReadablePhone));
    return { items, nextCursor };
  }

  const after = cursor ? olderThan(decodeCursor(cursor)) : undefined;
  await assertStep(db, companyId, stepId);

  const rows = await db
    .select(leadSummaryColumns)
    .from(leads)
    .where(
      and(
        eq(leads.companyId, companyId),
        eq(leads.stepId, stepId),
        tests ? isTest : isNoTest,
        isVisibleTo(actor),
        filter && meetsFilter(actor, filter),
        named && inArray(leads.id, [...named]),
        after,
      ),
    )
    .orderBy(desc(leads.createdAt), desc(leads.id))
    .limit(limit + 1);
  const page = rows.slice(0, limit).map(withReadablePhone);
  const items = await withDuplicates(db, actor, page);
  const last = items.at(-1);

  return { items, nextCursor: rows.length > limit && last ? encodeCursor(last) : null };
}
