import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies, memberships, users } from '#db/schema/applications.ts';
import { auditLog } from '#db/schema/audit-log.ts';
import { type AuditFilter, auditActions } from '#db/values/audit.ts';
import { auditEntriesPerPage } from '#db/values/limits.ts';
import type { ManagingActor } from '../actor.ts';
import { decodeCursor, encodeCursor, type Position } from '../cursor.ts';
import { instantOf } from '../sql.ts';

interface AuditQuery {
  /** The id of a user, or `system`. */
  who?: string | undefined;
  what?: AuditFilter | undefined;
  /** Day in the time zone of the user, else of the company, as `2027-01-31`. */
  from?: string | undefined;
  /** `nextCursor` of the page before. */
  cursor?: string | null | undefined;
  limit?: number | undefined;
}

const olderThan = ({ createdAt, id }: Position) =>
  sql`(${auditLog.createdAt}, ${auditLog.id}) < (${instantOf(createdAt)}, ${id}::uuid)`;

/** The start of a day where the user is. */
const startOf = (day: string, actor: ManagingActor) => sql`(
  select ${day}::date::timestamp at time zone coalesce(viewer.time_zone, company.time_zone)
  from ${companies} company
  left join ${users} viewer on viewer.id = ${actor.kind === 'user' ? actor.userId : null}::uuid
  where company.id = ${actor.companyId})`;

function conditions(actor: ManagingActor, { who, what = 'all', from, cursor }: AuditQuery) {
  const byWhom =
    who === 'system' ? eq(auditLog.actorKind, 'system') : who && eq(auditLog.actorId, who);

  return and(
    byWhom || undefined,
    what === 'all' ? undefined : inArray(auditLog.action, [...auditActions[what]]),
    from ? sql`${auditLog.createdAt} >= ${startOf(from, actor)}` : undefined,
    cursor ? olderThan(decodeCursor(cursor)) : undefined,
  );
}

/**
 * A page of the company's audit log, the newest first, and the members whose doings may be asked
 * for.
 *
 * @throws InvalidError for the cursor
 */
export async function listAuditEntries(db: Database, actor: ManagingActor, query: AuditQuery) {
  const { companyId } = actor;
  const { limit = auditEntriesPerPage } = query;
  const [rows, members] = await Promise.all([
    db
      .select({
        id: auditLog.id,
        action: auditLog.action,
        actorKind: auditLog.actorKind,
        actorName: auditLog.actorName,
        address: auditLog.address,
        subjectId: auditLog.subjectId,
        subjectName: auditLog.subjectName,
        details: auditLog.details,
        createdAt: auditLog.createdAt,
      })
      .from(auditLog)
      .where(and(eq(auditLog.companyId, companyId), conditions(actor, query)))
      .orderBy(desc(auditLog.createdAt), desc(auditLog.id))
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
