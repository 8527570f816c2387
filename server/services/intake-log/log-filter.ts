import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '#db/client.ts';
import { intakeGroups, intakeLog } from '#db/schema/intake-log.ts';
import { logEntriesPerPage } from '#db/values/intake-log.ts';
import type { CompanyActor } from '../actor.ts';
import { startOf } from '../sql.ts';

/** Which requests the log shows. Absent: all. */
export interface LogFilter {
  /** All that are no leads and wait for a person, all others, or those of one group. */
  result?: 'refused' | 'accepted' | undefined;
  groupId?: string | undefined;
  keyIds?: readonly string[] | undefined;
  stepIds?: readonly string[] | undefined;
  /** A status, or the first digit of several. */
  status?: number | undefined;
  /** First and last day, as `2027-01-31`. */
  from?: string | undefined;
  until?: string | undefined;
}

const isAnyOf = (column: AnyPgColumn, ids: readonly string[] = []) =>
  ids.length > 0 ? inArray(column, [...ids]) : undefined;

function hasStatus(status: number | undefined): SQL | undefined {
  if (status === undefined) return undefined;

  return status < 10
    ? sql`${intakeGroups.status} between ${status * 100} and ${status * 100 + 99}`
    : eq(intakeGroups.status, status);
}

/** What chooses groups, whatever their day. */
function choosesGroups({ result, groupId, keyIds, stepIds, status }: LogFilter): SQL | undefined {
  const isRefused = sql`${intakeGroups.outcome} in ('refused', 'held')`;
  return and(
    result && (result === 'refused' ? isRefused : sql`not ${isRefused}`),
    groupId ? eq(intakeGroups.groupId, groupId) : undefined,
    isAnyOf(intakeGroups.apiKeyId, keyIds),
    isAnyOf(intakeGroups.stepId, stepIds),
    hasStatus(status),
  );
}

/** The groups of a filter, in the days of the company. */
export const isInGroups = ({ companyId }: CompanyActor, filter: LogFilter): SQL | undefined =>
  and(
    eq(intakeGroups.companyId, companyId),
    choosesGroups(filter),
    filter.from ? sql`${intakeGroups.day} >= ${filter.from}::date` : undefined,
    filter.until ? sql`${intakeGroups.day} <= ${filter.until}::date` : undefined,
  );

/** The smallest id of a time: ids are UUIDs of version 7. */
export const idAt = (time: SQL): SQL => sql`(
  lpad(to_hex(floor(extract(epoch from ${time}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** The time in such an id. */
export const timeOfId = (id: string): Date =>
  new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

/** Beyond so many groups, entries are read in the order of time: nearly all of them fit then. */
const maxGroupsOneByOne = 200;

interface EntriesQuery extends LogFilter {
  /** The entry that the page before ended with. */
  after?: string | undefined;
  limit?: number | undefined;
  /** Without the leads of batches, which the entry of the batch stands for. */
  withoutItems?: boolean | undefined;
}

function conditions(actor: CompanyActor, query: EntriesQuery): SQL | undefined {
  const { from, until, after, withoutItems } = query;
  return and(
    eq(intakeLog.companyId, actor.companyId),
    from ? sql`${intakeLog.id} >= ${idAt(startOf(sql`${from}::date`, actor))}` : undefined,
    until ? sql`${intakeLog.id} < ${idAt(startOf(sql`${until}::date + 1`, actor))}` : undefined,
    after ? sql`${intakeLog.id} < ${after}::uuid` : undefined,
    withoutItems ? sql`${intakeLog.item} is null` : undefined,
  );
}

async function findGroups(db: Database, actor: CompanyActor, filter: LogFilter): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: intakeGroups.groupId })
    .from(intakeGroups)
    .where(and(eq(intakeGroups.companyId, actor.companyId), choosesGroups(filter)))
    .limit(maxGroupsOneByOne + 1);
  return rows.map(({ id }) => id);
}

/**
 * The ids of the entries that a filter chooses, the newest first: of each group its newest, from the
 * index of groups.
 *
 * @returns one more than `limit` where there are more
 */
export async function findEntryIds(
  db: Database,
  actor: CompanyActor,
  query: EntriesQuery,
): Promise<string[]> {
  const limit = (query.limit ?? logEntriesPerPage) + 1;
  const groups = choosesGroups(query) ? await findGroups(db, actor, query) : undefined;
  const newest = (condition: SQL | undefined) =>
    db
      .select({ id: intakeLog.id })
      .from(intakeLog)
      .where(and(conditions(actor, query), condition))
      .orderBy(desc(intakeLog.id))
      .limit(limit);
  if (!groups) return (await newest(undefined)).map(({ id }) => id);
  if (groups.length === 0) return [];
  if (groups.length > maxGroupsOneByOne) {
    const chosen = db
      .select({ id: intakeGroups.groupId })
      .from(intakeGroups)
      .where(and(eq(intakeGroups.companyId, actor.companyId), choosesGroups(query)));
    return (await newest(inArray(intakeLog.groupId, chosen))).map(({ id }) => id);
  }

  const ids = `{${groups.join()}}`;
  const rows = await db.execute<{ id: string }>(sql`
    select entry.id from unnest(${ids}::uuid[]) as chosen (group_id)
    cross join lateral (${newest(sql`${intakeLog.groupId} = chosen.group_id`)}) entry
    order by entry.id desc limit ${limit}`);
  return rows.map(({ id }) => id);
}
