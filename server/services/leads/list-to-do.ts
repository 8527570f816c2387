import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import type { ToDoOwners, ToDoSection } from '#db/values/leads.ts';
import { leadsPerPage } from '#db/values/limits.ts';
import type { UserActor } from '../actor.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { withDuplicates } from './duplicates.ts';
import { leadSummaryColumns } from './lead-columns.ts';
import { inOrder, withReadablePhone } from './list-leads.ts';
import { idsWithMerged } from './merged-leads.ts';
import { isSaid } from './taken-back.ts';
import { leadsOfSection } from './to-do.ts';

interface ToDoQuery {
  section: ToDoSection;
  whose: ToDoOwners;
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined;
}

async function findPage(db: Database, actor: UserActor, { section, whose, cursor }: ToDoQuery) {
  const position = cursor ? decodeCursor(cursor) : undefined;
  const after = position && { time: position.createdAt, id: position.id };
  const limit = leadsPerPage + 1;
  const rows = await db.execute<{ id: string; time: string }>(
    leadsOfSection(actor, section, { whose, after, limit }),
  );
  const page = rows.slice(0, leadsPerPage);
  const last = rows.length > leadsPerPage ? page.at(-1) : undefined;
  return {
    ids: page.map(({ id }) => id),
    nextCursor: last ? encodeCursor({ id: last.id, createdAt: new Date(last.time) }) : null,
  };
}

/** Characters of a text that a row shows. */
const excerptLength = 200;

/** In plain SQL, because drizzle omits the table of a column in a select from one table. */
const lastEvent = (column: SQL, condition: SQL) => sql<string | null>`(
  select ${column} from lead_events event
  where event.company_id = leads.company_id and ${condition}
  order by event.created_at desc, event.id desc limit 1)`;

/**
 * A page of one section of To do, in the order in which it is due: follow-ups by their time, leads
 * without a first contact by their arrival. Follow-ups belong to the owner that a lead has now.
 *
 * @throws InvalidError for the cursor
 */
export async function listToDo(db: Database, actor: UserActor, query: ToDoQuery) {
  const { ids, nextCursor } = await findPage(db, actor, query);
  if (ids.length === 0) return { items: [], nextCursor };

  const rows = await db
    .select({
      ...leadSummaryColumns,
      step: {
        id: steps.id,
        name: steps.name,
        isArchived: sql<boolean>`${steps.archivedAt} is not null`,
      },
      funnel: { id: funnels.id, name: funnels.name },
      lastText: lastEvent(
        sql`left(event.text, ${excerptLength}::int)`,
        sql`event.lead_id = any(${idsWithMerged}) and ${isSaid} and event.text is not null`,
      ),
      plannedBy: lastEvent(
        sql`case when event.actor_id is distinct from leads.owner_id then event.actor_name end`,
        sql`event.lead_id = leads.id and event.type = 'followUp'`,
      ),
    })
    .from(leads)
    .innerJoin(steps, and(eq(steps.companyId, leads.companyId), eq(steps.id, leads.stepId)))
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(and(eq(leads.companyId, actor.companyId), inArray(leads.id, ids)));

  const items = await withDuplicates(db, actor, inOrder(ids, rows).map(withReadablePhone));
  return { items, nextCursor };
}
