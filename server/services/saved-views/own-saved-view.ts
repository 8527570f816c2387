import { and, eq, or } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { savedViews } from '#db/schema/leads.ts';
import type { UserActor } from '../actor.ts';
import { ForbiddenError, NotFoundError } from '../errors.ts';

export const isView = (companyId: string, id: string) =>
  and(eq(savedViews.companyId, companyId), eq(savedViews.id, id));

/** @throws ForbiddenError */
export function assertMayShare({ role }: UserActor): void {
  if (role === 'viewer') throw new ForbiddenError('Only agents and admins share views');
}

/**
 * Locks a view that the user may change: an own one, or for admins a shared one.
 *
 * @throws NotFoundError also for a view that another user does not share
 * @throws ForbiddenError
 */
export async function lockOwnView(
  tx: Transaction,
  { companyId, userId, role }: UserActor,
  id: string,
): Promise<{ isShared: boolean }> {
  const [view] = await tx
    .select({ userId: savedViews.userId, isShared: savedViews.isShared })
    .from(savedViews)
    .where(
      and(isView(companyId, id), or(eq(savedViews.userId, userId), eq(savedViews.isShared, true))),
    )
    .for('update');
  if (!view) throw new NotFoundError('View not found');
  if (view.userId !== userId && role !== 'admin') {
    throw new ForbiddenError('Only its owner or an admin may change this view');
  }

  return view;
}
