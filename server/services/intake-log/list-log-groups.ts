import { and, desc, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { intakeGroups } from '#db/schema/intake-log.ts';
import { logGroupsMax } from '#db/values/intake-log.ts';
import type { CompanyActor } from '../actor.ts';
import { describeSource, sourceColumns } from './entry-view.ts';
import { isInGroups, type LogFilter } from './log-filter.ts';

const sum = (column: AnyPgColumn) => sql<number>`sum(${column})`.mapWith(Number);

/** Counts of the groups that a filter chooses, summed up over its days. */
const countGroups = (db: Database, actor: CompanyActor, filter: LogFilter) =>
  db
    .select({
      groupId: intakeGroups.groupId,
      apiKeyId: sql<string>`min(${intakeGroups.apiKeyId}::text)::uuid`.as('key_id'),
      stepId: sql<string | null>`min(${intakeGroups.stepId}::text)::uuid`.as('step_id'),
      status: sql<number>`min(${intakeGroups.status})`.as('status'),
      outcome: sql<typeof intakeGroups.$inferSelect.outcome>`min(${intakeGroups.outcome})`.as(
        'outcome',
      ),
      cause: sql<string>`min(${intakeGroups.cause})`.as('cause'),
      requests: sum(intakeGroups.requests).as('requests'),
      droppedEntries: sum(intakeGroups.droppedEntries).as('dropped_entries'),
      droppedBodies: sum(intakeGroups.droppedBodies).as('dropped_bodies'),
      firstAt: sql`min(${intakeGroups.firstAt})`.mapWith(intakeGroups.firstAt).as('first_at'),
      lastAt: sql`max(${intakeGroups.lastAt})`.mapWith(intakeGroups.lastAt).as('last_at'),
    })
    .from(intakeGroups)
    .where(isInGroups(actor, filter))
    .groupBy(intakeGroups.groupId)
    .orderBy(desc(sql`last_at`), intakeGroups.groupId)
    .limit(logGroupsMax + 1)
    .as('counted');

/**
 * Requests by key, step, status and cause, those that came last first. Groups whose requests have no
 * entries any more count as well.
 */
export async function listLogGroups(db: Database, actor: CompanyActor, filter: LogFilter) {
  const { companyId } = actor;
  const counted = countGroups(db, actor, filter);
  const rows = await db
    .select({
      ...counted._.selectedFields,
      ...sourceColumns,
    })
    .from(counted)
    .leftJoin(apiKeys, and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, counted.apiKeyId)))
    .leftJoin(steps, and(eq(steps.companyId, companyId), eq(steps.id, counted.stepId)))
    .leftJoin(funnels, and(eq(funnels.companyId, companyId), eq(funnels.id, steps.funnelId)))
    .orderBy(desc(counted.lastAt), counted.groupId);

  const items = rows.slice(0, logGroupsMax).map((row) => ({ ...row, ...describeSource(row) }));
  return { items, hasMore: rows.length > logGroupsMax };
}
