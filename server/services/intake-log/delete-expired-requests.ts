import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import { intakeGroups, intakeLog, keylessRequests, requestBodies } from '#db/schema/intake-log.ts';
import { replays } from '#db/schema/replays.ts';
import { intakeLogDays } from '#db/values/intake-log.ts';
import { idAt } from './log-filter.ts';

const rowsAtOnce = 1_000;

const daysAgo = (days: unknown) => sql`now() - make_interval(days => ${days}::int)`;

/** Of one run. */
const companiesAtOnce = 20;

interface Expiring extends Record<string, unknown> {
  id: string;
  /** Bodies and entries with smaller ids are deleted. */
  bodiesBefore: string;
  entriesBefore: string;
}

/** Entries and counts are kept as long as bodies, if that is longer. */
const logDays = sql`greatest(${companies.bodyRetentionDays}, ${intakeLogDays}::int)`;

/** Companies with a body or an entry whose time is over. */
function findExpiring(db: Database) {
  const bodiesBefore = idAt(daysAgo(companies.bodyRetentionDays));
  const entriesBefore = idAt(daysAgo(logDays));
  return db.execute<Expiring>(sql`
    select ${companies.id} as id, ${bodiesBefore} as "bodiesBefore",
      ${entriesBefore} as "entriesBefore"
    from ${companies}
    where exists (
        select from ${requestBodies} b where b.company_id = ${companies.id}
          and b.subject_id < ${bodiesBefore} and b.id < ${bodiesBefore})
      or exists (
        select from ${intakeLog} l where l.company_id = ${companies.id} and l.id < ${entriesBefore})
    limit ${companiesAtOnce}`);
}

/** Of a repeat, the lead may be older than the request. */
const deleteBodies = (db: Database, { id, bodiesBefore }: Expiring) =>
  db.execute(sql`
    delete from ${requestBodies} b
    using (
      select o.company_id, o.subject_id, o.id from ${requestBodies} o
      where o.company_id = ${id} and o.subject_id < ${bodiesBefore}::uuid
        and o.id < ${bodiesBefore}::uuid
      limit ${rowsAtOnce}
    ) old
    where b.company_id = ${id} and old.company_id = b.company_id
      and old.subject_id = b.subject_id and old.id = b.id`);

const deleteEntries = (db: Database, { id, entriesBefore }: Expiring) =>
  db.execute(sql`
    delete from ${intakeLog} l
    using (
      select o.company_id, o.id from ${intakeLog} o
      where o.company_id = ${id} and o.id < ${entriesBefore}::uuid
      order by o.id limit ${rowsAtOnce}
    ) old
    where l.company_id = ${id} and old.company_id = l.company_id and old.id = l.id`);

/** Results of a replay mean nothing without its requests. */
const deleteReplays = (db: Database) =>
  db.execute(sql`
    delete from ${replays} r using ${companies}
    where r.company_id = ${companies.id} and r.created_at < now() - make_interval(days => ${logDays})`);

/** Counts are few: all of them at once. */
async function deleteCounts(db: Database): Promise<void> {
  for (const table of [intakeGroups, keylessRequests]) {
    await db.execute(sql`
      delete from ${table} g using ${companies}
      where g.company_id = ${companies.id}
        and g.day < (now() at time zone ${companies.timeZone})::date - ${logDays}`);
  }
}

/**
 * Deletes some of the bodies and entries of each company whose time is over, and all such counts and replays.
 *
 * @returns whether there may be more
 */
export async function deleteExpiredRequests(db: Database): Promise<boolean> {
  const expiring = await findExpiring(db);
  for (const company of expiring) {
    await deleteBodies(db, company);
    await deleteEntries(db, company);
  }
  if (expiring.length === 0) {
    await deleteCounts(db);
    await deleteReplays(db);
  }
  return expiring.length > 0;
}
