import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { leadEvents, leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { instantOf } from '../sql.ts';
import type { LeadEventEntry } from './lead-changes.ts';
import { isNotDeleted, isRestricted } from './visibility.ts';

/** The panel offers to undo a change for some seconds. */
const undoMs = 10 * 60_000;

/**
 * Columns of the last event of a lead's owner. The table of leads is named in plain SQL, because drizzle
 * omits it in a select from one table.
 */
const lastOwnerEvent = (companyId: string, columns: SQL, condition?: SQL) => sql`(
  select ${columns} from lead_events event
  where event.company_id = ${companyId}::uuid and event.lead_id = leads.id and event.type = 'owner'
    ${condition ? sql`and ${condition}` : sql``}
  order by event.created_at desc, event.id desc limit 1)`;

/**
 * Leads that an agent who does not see all leads gave away in a change of that time, lately, and that
 * have not been assigned since. Undefined where this adds none.
 */
export function isGivenAway(actor: CompanyActor, at: Date): SQL | undefined {
  if (!isRestricted(actor) || Date.now() - at.getTime() > undoMs) return undefined;

  const isThat = sql`event.actor_id = ${actor.userId}::uuid and event.created_at = ${instantOf(at)}`;
  return sql`(${isNotDeleted} and ${lastOwnerEvent(actor.companyId, isThat)})`;
}

/**
 * When a lead was assigned to the owner that a change of that time replaced. Null for an owner who
 * took the lead, and so needs no notification of it.
 */
export const assignedBefore = (companyId: string, owner: string, changedAt: Date): SQL =>
  lastOwnerEvent(
    companyId,
    sql`case when event.actor_id is distinct from ${owner}::uuid then event.created_at end`,
    sql`event.created_at < ${instantOf(changedAt)}`,
  );

interface Lead {
  id: string;
  followUpAt: Date | null;
}

/** Of leads without an owner: a follow-up is due to the owner. */
export const followUpsEnded = (disowned: readonly Lead[]): LeadEventEntry[] =>
  disowned.flatMap(({ id, followUpAt }) =>
    followUpAt
      ? [{ leadId: id, type: 'followUp' as const, from: followUpAt.toISOString(), to: null }]
      : [],
  );

/** Plans the follow-ups again that a change of that time ended. */
export async function restoreFollowUps(
  tx: Transaction,
  companyId: string,
  ids: readonly string[],
  changedAt: Date,
): Promise<LeadEventEntry[]> {
  if (ids.length === 0) return [];

  const restored = await tx
    .update(leads)
    .set({ followUpAt: sql`${leadEvents.from}::timestamptz` })
    .from(leadEvents)
    .where(
      and(
        eq(leads.companyId, companyId),
        inArray(leads.id, [...ids]),
        isNull(leads.followUpAt),
        eq(leadEvents.companyId, companyId),
        eq(leadEvents.leadId, leads.id),
        eq(leadEvents.type, 'followUp'),
        eq(leadEvents.createdAt, changedAt),
        isNull(leadEvents.to),
      ),
    )
    .returning({ leadId: leads.id, followUpAt: leads.followUpAt });

  return restored.map(({ leadId, followUpAt }) => ({
    leadId,
    type: 'followUp',
    from: null,
    to: followUpAt?.toISOString() ?? null,
  }));
}
