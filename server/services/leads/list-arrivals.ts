import { and, asc, desc, eq, sql } from 'drizzle-orm';
import { NIL } from 'uuid';
import type { Database } from '#db/client.ts';
import { arrivalSeconds } from '#db/schema/columns.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import type { ApiKeyActor } from '../actor.ts';
import type { Position } from '../cursor.ts';
import { NotFoundError } from '../errors.ts';
import { instantOf } from '../sql.ts';
import { isReadBy, isStepOf, keyColumns, stepNotFound, withTime } from './read-leads.ts';

interface ArrivalsQuery {
  /** Where an earlier page ended. */
  after?: Position | undefined;
  stepId?: string | undefined;
  limit: number;
}

/**
 * The time before which no lead can arrive any more, as text. A transaction that may still commit an
 * earlier one holds a lock on the table, or else is too late to insert one: `arrivalText`. The begin of a
 * transaction of another role is hidden, so that it may be any.
 *
 * @param lag seconds
 */
async function findHorizon(db: Database, lag: number): Promise<string> {
  const [row] = await db.execute<{ until: string }>(sql`
    select date_trunc('milliseconds', least(
      now() - make_interval(secs => ${lag}),
      min(case when a.state <> 'disabled' then a.xact_start else '-infinity' end)))::text as until
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where a.datname = current_database() and l.relation = 'leads'::regclass
      and l.mode = 'RowExclusiveLock' and l.granted`);
  if (!row) throw new Error('An aggregate has one row');

  return row.until;
}

/** Guarantee: those after a position are the oldest of them, and without one the newest of all. */
async function readPage(
  db: Database,
  actor: ApiKeyActor,
  { after, stepId, limit }: ArrivalsQuery,
  until: string,
) {
  const arrival = [leads.createdAt, leads.id].map(after ? asc : desc);
  const ofStep = db
    .select(keyColumns)
    .from(leads)
    .where(
      and(
        isReadBy(actor),
        eq(leads.stepId, steps.id),
        sql`${leads.createdAt} < ${until}::timestamptz`,
        after &&
          sql`(${leads.createdAt}, ${leads.id}) > (${instantOf(after.createdAt)}, ${after.id}::uuid)`,
      ),
    )
    .orderBy(...arrival)
    .limit(limit)
    .as('of_step');
  const rows = await db
    .select(ofStep._.selectedFields)
    .from(steps)
    .crossJoinLateral(ofStep)
    .where(and(isStepOf(actor), stepId === undefined ? undefined : eq(steps.id, stepId)))
    .orderBy(...[ofStep.createdAt, ofStep.id].map(after ? asc : desc))
    .limit(limit);

  return after ? rows : rows.reverse();
}

async function assertStep(db: Database, actor: ApiKeyActor, stepId: string): Promise<void> {
  const found = await db
    .select({ id: steps.id })
    .from(steps)
    .where(and(isStepOf(actor), eq(steps.id, stepId)));
  if (found.length === 0) throw new NotFoundError(stepNotFound);
}

/**
 * A page of the leads that a key reads, in the order of their arrival, up to some seconds ago. A lead that
 * is committed after a later one is left out by no sequence of pages, and is on one of them only:
 * docs/adr/0078-list-leads-by-arrival-up-to-a-horizon.md.
 *
 * @param lag seconds; shorter ones are for tests
 * @returns the leads, and where the page ends: the position asked for when it is empty
 * @throws NotFoundError for a step that the key does not reach
 */
export async function listArrivals(
  db: Database,
  actor: ApiKeyActor,
  query: ArrivalsQuery,
  lag = arrivalSeconds,
) {
  if (query.stepId !== undefined) await assertStep(db, actor, query.stepId);
  // A statement of its own: the page must see what was committed until then.
  const until = await findHorizon(db, lag);
  const rows = await readPage(db, actor, query, until);
  const end = rows.at(-1) ?? query.after ?? { createdAt: new Date(0), id: NIL };

  return { leads: rows.map(withTime), end };
}
