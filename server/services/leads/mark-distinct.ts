import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { distinctLeads } from '#db/schema/leads.ts';
import type { UserActor } from '../actor.ts';
import { recordLeadEvents } from './lead-changes.ts';
import { readPair } from './read-pair.ts';
import { isVisibleTo } from './visibility.ts';

interface Pair {
  id: string;
  otherId: string;
  /** False takes it back. */
  isDistinct: boolean;
}

/**
 * Says for all members that two leads are no duplicates of each other, or that they may be again.
 *
 * @throws NotFoundError when the actor does not see one of them
 * @throws ConflictError when they are the same
 */
export function markDistinct(
  db: Database,
  actor: UserActor,
  { id, otherId, isDistinct }: Pair,
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    await readPair(tx, actor, [id, otherId], {
      isReached: isVisibleTo(actor),
      isLocked: true,
    });
    const [leadId = id, laterId = otherId] = [id, otherId].sort();
    const said = { companyId, leadId, otherId: laterId };
    const isPair = and(
      eq(distinctLeads.companyId, companyId),
      eq(distinctLeads.leadId, leadId),
      eq(distinctLeads.otherId, laterId),
    );
    const changed = isDistinct
      ? await tx.insert(distinctLeads).values(said).onConflictDoNothing().returning()
      : await tx.delete(distinctLeads).where(isPair).returning();
    if (changed.length === 0) return { id };

    const to = String(isDistinct);
    await recordLeadEvents(tx, actor, [
      { leadId: id, type: 'distinct', from: otherId, to },
      { leadId: otherId, type: 'distinct', from: id, to },
    ]);
    return { id };
  });
}
