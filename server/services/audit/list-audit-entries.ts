import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core';
import type { Database } from '#db/client.ts';
import { memberships, users } from '#db/schema/applications.ts';
import { auditLog } from '#db/schema/audit-log.ts';
import { leadEvents, leads } from '#db/schema/leads.ts';
import {
  type AuditDetails,
  type AuditFilter,
  auditActions,
  leadEventActions,
} from '#db/values/audit.ts';
import { auditEntriesPerPage } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { decodeCursor, encodeCursor, type Position } from '../cursor.ts';
import { instantOf, startOf } from '../sql.ts';

interface AuditQuery {
  /** The id of a user, or `system`. */
  who?: string | undefined;
  what?: AuditFilter | undefined;
  /** First and last day in the time zone of the user, else of the company, as `2027-01-31`. */
  from?: string | undefined;
  until?: string | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined;
  limit?: number | undefined;
}

/** The columns that both sources have: the log itself, and the events of leads. */
type Source = Record<'id' | 'actorKind' | 'actorId' | 'createdAt', AnyPgColumn>;

function conditions(
  source: Source,
  actor: ManagingActor,
  { who, from, until, cursor }: AuditQuery,
): SQL | undefined {
  const byActor =
    who === 'system' ? eq(source.actorKind, 'system') : who && eq(source.actorId, who);
  const olderThan = ({ createdAt, id }: Position) =>
    sql`(${source.createdAt}, ${source.id}) < (${instantOf(createdAt)}, ${id}::uuid)`;

  return and(
    byActor || undefined,
    from ? sql`${source.createdAt} >= ${startOf(sql`${from}::date`, actor)}` : undefined,
    until ? sql`${source.createdAt} < ${startOf(sql`${until}::date + 1`, actor)}` : undefined,
    cursor ? olderThan(decodeCursor(cursor)) : undefined,
  );
}

function selectLogged(db: Database, actor: ManagingActor, query: AuditQuery) {
  const { companyId } = actor;
  const { what = 'all' } = query;

  return db
    .select({
      id: auditLog.id,
      action: auditLog.action,
      actorKind: sql<'user' | 'apiKey' | 'system'>`${auditLog.actorKind}`.as('actor_kind'),
      actorName: auditLog.actorName,
      address: auditLog.address,
      subjectId: auditLog.subjectId,
      subjectName: auditLog.subjectName,
      leadId: sql<string | null>`null::uuid`.as('lead_id'),
      details: auditLog.details,
      createdAt: auditLog.createdAt,
    })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.companyId, companyId),
        what === 'all' ? undefined : inArray(auditLog.action, [...auditActions[what]]),
        conditions(auditLog, actor, query),
      ),
    );
}

const actionsOfEvents = sql.join(
  Object.entries(leadEventActions).map(
    ([type, action]) => sql`when ${sql.raw(`'${type}'`)} then ${sql.raw(`'${action}'`)}`,
  ),
  sql` `,
);
/** What a change of a lead is called in the details: texts of notes stay in the timeline. */
const detailName = sql`case ${leadEvents.type}
  when 'moved' then 'step' when 'call' then 'outcome' when 'message' then 'channel' when 'edited' then ${leadEvents.field}
  else ${leadEvents.type} end`;

/** The timelines of all leads are their audit log: entries are made of them, not stored again. */
function selectLeadChanges(db: Database, actor: ManagingActor, query: AuditQuery) {
  const { companyId } = actor;
  const { what = 'all' } = query;

  return db
    .select({
      id: leadEvents.id,
      action: sql<string>`case ${leadEvents.type} ${actionsOfEvents} end`.as('action'),
      actorKind: sql<'user' | 'apiKey' | 'system'>`${leadEvents.actorKind}`.as('actor_kind'),
      actorName: leadEvents.actorName,
      address: sql<string | null>`null::text`.as('address'),
      subjectId: sql<string | null>`${leads.id}`.as('subject_id'),
      subjectName: sql<string | null>`${leads.name}`.as('subject_name'),
      leadId: sql<string | null>`${leads.id}`.as('lead_id'),
      details: sql<AuditDetails | null>`case
        when ${leadEvents.type} in ('merged', 'unmerged', 'distinct') then jsonb_strip_nulls(
          jsonb_build_object('lead', ${leadEvents.from}, 'distinct', ${leadEvents.to}))
        when ${leadEvents.from} is null and ${leadEvents.to} is null then null
        else jsonb_build_object(
          ${detailName}, jsonb_build_object('from', ${leadEvents.from}, 'to', ${leadEvents.to}))
        end`.as('details'),
      createdAt: leadEvents.createdAt,
    })
    .from(leadEvents)
    .innerJoin(
      leads,
      and(eq(leads.companyId, leadEvents.companyId), eq(leads.id, leadEvents.leadId)),
    )
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        what === 'all' || what === 'leads' ? undefined : sql`false`,
        conditions(leadEvents, actor, query),
      ),
    );
}

/**
 * A page of the company's audit log, the newest first, and the members by whose actions it can be
 * filtered.
 *
 * @throws InvalidError for the cursor
 */
export async function listAuditEntries(db: Database, actor: ManagingActor, query: AuditQuery) {
  const { companyId } = actor;
  const { limit = auditEntriesPerPage } = query;
  const [rows, members] = await Promise.all([
    unionAll(
      selectLogged(db, actor, query)
        .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
        .limit(limit + 1),
      selectLeadChanges(db, actor, query)
        .orderBy(desc(leadEvents.createdAt), desc(leadEvents.id))
        .limit(limit + 1),
    )
      .orderBy(sql`created_at desc, id desc`)
      .limit(limit + 1),
    db
      .select({ id: users.id, name: users.name })
      .from(memberships)
      .innerJoin(users, eq(users.id, memberships.userId))
      .where(eq(memberships.companyId, companyId))
      .orderBy(asc(users.name), asc(users.id)),
  ]);
  const items = rows.slice(0, limit);
  const last = items.at(-1);

  return {
    items,
    members,
    nextCursor: rows.length > limit && last ? encodeCursor(last) : null,
  };
}
