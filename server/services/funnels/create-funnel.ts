import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import type { AuditDetails } from '#db/values/audit.ts';
import type { LeadOutcome } from '#db/values/leads.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { nextFunnelPosition } from './lock-funnel.ts';

interface NewStep {
  name: string;
  /** Its mark. */
  outcome?: LeadOutcome | null | undefined;
}

/**
 * A funnel behind the others, with its steps in the order given.
 *
 * @throws LimitReachedError
 */
export function createFunnel(
  db: Database,
  actor: ManagingActor,
  { name, steps: newSteps }: { name: string; steps: readonly NewStep[] },
): Promise<{ id: string }> {
  const { companyId } = actor;
  const funnel = { id: newId(), name };

  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const position = await nextFunnelPosition(tx, companyId);
    await tx.insert(funnels).values({ companyId, ...funnel, position });
    const rows = newSteps.map((step, place) => ({
      companyId,
      id: newId(),
      funnelId: funnel.id,
      name: step.name,
      outcome: step.outcome,
      position: place,
    }));
    if (rows.length > 0) await tx.insert(steps).values(rows);

    const details: AuditDetails =
      rows.length > 0 ? { steps: rows.map((step) => step.name).join(', ') } : {};
    await recordAudit(tx, actor, { action: 'funnels.create', subject: funnel, details });
    await announce(tx, 'steps');
    return { id: funnel.id };
  });
}
