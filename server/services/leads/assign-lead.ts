import { and, eq } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { memberships, users } from '#db/schema/applications.ts';
import { mayOwnLeads } from '#db/values/access.ts';
import type { CompanyActor } from '../actor.ts';
import { InvalidError, NotFoundError } from '../errors.ts';
import { setFollowUp } from './follow-up.ts';
import { type ChangedLead, getChangedLead } from './get-lead.ts';
import { assertUnchanged, type Edit, readTime } from './lead-changes.ts';
import { lockLead } from './lock-lead.ts';
import { saveLeads } from './save-leads.ts';

async function findMember(tx: Transaction, companyId: string, userId: string | null) {
  if (userId === null) return undefined;

  const [member] = await tx
    .select({ name: users.name, role: memberships.role, deactivatedAt: users.deactivatedAt })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.companyId, companyId), eq(memberships.userId, userId)));
  return member;
}

/**
 * Gives a lead to an agent or admin of the company, or with `null` to no one, which ends its
 * follow-up: it is due to the owner. An agent who sees only some leads may give one away.
 *
 * @returns the lead; `null` when the actor does not see it any more
 * @throws NotFoundError for the lead or the member
 * @throws InvalidError for a member who cannot work on leads
 * @throws LeadConflictError when it was assigned by another change first
 */
export function assignLead(
  db: Database,
  actor: CompanyActor,
  { id, owner }: { id: string; owner: Edit<string | null> },
): Promise<ChangedLead | null> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const { ownerId, followUpAt } = await lockLead(tx, actor, id);
    const member = await findMember(tx, companyId, owner.to);
    if (owner.to !== null && !member) throw new NotFoundError('Member not found');
    const change = { companyId, leadId: id, type: 'owner' } as const;
    const seen = { from: owner.from ?? '', to: owner.to ?? '' };
    await assertUnchanged(tx, change, ownerId ?? '', seen);
    const at = await readTime(tx, companyId);
    const isOther = ownerId !== owner.to;
    if (isOther) {
      if (member && !mayOwnLeads({ ...member, isActive: member.deactivatedAt === null })) {
        throw new InvalidError('Choose an agent or admin who is active');
      }
      const before = await findMember(tx, companyId, ownerId);
      if (!member) await setFollowUp(tx, actor, { id, ownerId, followUpAt }, null, at);
      const names = { from: before?.name ?? null, to: member?.name ?? null };
      await saveLeads(tx, actor, {
        ids: [id],
        set: { ownerId: owner.to, assignedAt: member ? at : null },
        events: [{ leadId: id, type: 'owner', ...names }],
        at,
      });
    }

    const changedAt = isOther ? at : null;
    return getChangedLead(tx, actor, { id, changedAt }).catch((error: unknown) => {
      if (error instanceof NotFoundError) return null;
      throw error;
    });
  });
}
