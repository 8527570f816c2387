import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { announceChange } from '#db/announce.ts';
import type { Transaction } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { countChanges, countedDay } from './count-changes.ts';
import { type LeadEventEntry, recordLeadEvents } from './lead-changes.ts';
import { isTest } from './lead-columns.ts';
import { isSearched, refreshSearchWords } from './refresh-search-words.ts';

interface ChangedLeads {
  /** Of leads that the transaction has locked. */
  ids: readonly string[];
  /** New values of columns. */
  set: PgUpdateSetSource<typeof leads>;
  /** For the timelines; none for a change that only lists show. */
  events: readonly LeadEventEntry[];
  /** Of the events; absent: now. */
  at?: Date | undefined;
  /** The time of the change that is taken back. */
  undoes?: Date | undefined;
}

const places = {
  id: leads.id,
  stepId: leads.stepId,
  day: countedDay,
  isTest: sql<boolean>`${isTest}`,
  isListed: sql<boolean>`${leads.deletedAt} is null`,
};
type Place = { [Name in keyof typeof places]: Name extends `is${string}` ? boolean : string };

/** Into a step, or out of it. Neither tests nor deleted leads are counted. */
const countOf = ({ stepId, day, isTest: uncounted, isListed }: Place, sign: 1 | -1) =>
  isListed && !uncounted ? [{ stepId, day, leads: sign }] : [];

/**
 * Changes columns of leads, and all that must change with them: what finds them, the counts of steps,
 * their timelines, which are the audit log of leads, and open screens. Nothing else updates `leads`.
 */
export async function saveLeads(
  tx: Transaction,
  actor: CompanyActor,
  { ids, set, events, at, undoes }: ChangedLeads,
): Promise<void> {
  if (ids.length === 0) return;

  const { companyId } = actor;
  const areThese = and(eq(leads.companyId, companyId), inArray(leads.id, [...ids]));
  const mayMove = 'stepId' in set || 'deletedAt' in set;
  const before = mayMove ? await tx.select(places).from(leads).where(areThese) : [];
  const after = await tx.update(leads).set(set).where(areThese).returning(places);
  if (isSearched(set)) await refreshSearchWords(tx, companyId, ids);

  const placeBefore = new Map(before.map((place) => [place.id, place]));
  const moves = after.flatMap((now) => {
    const was = placeBefore.get(now.id);
    const isMoved = was && (was.stepId !== now.stepId || was.isListed !== now.isListed);
    return isMoved ? [{ was, now }] : [];
  });
  const counts = moves.flatMap(({ was, now }) => [...countOf(was, -1), ...countOf(now, 1)]);
  await countChanges(tx, companyId, counts);
  const steps = moves.flatMap(({ was, now }) => [was.stepId, now.stepId]);
  const change = { leads: ids, ...(steps.length > 0 && { steps }) };
  if (events.length > 0)
    await recordLeadEvents(tx, actor, events, { steps: change.steps, at, undoes });
  else await announceChange(tx, companyId, change);
}
