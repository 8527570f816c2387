import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { companies } from '#db/schema/applications.ts';
import { stepCounters } from '#db/schema/funnels.ts';
import { contacts, leads } from '#db/schema/leads.ts';
import { initialState } from '#db/values/leads.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { ConflictError } from '../errors.ts';
import { getStep } from '../steps/get-step.ts';
import { manualAttribution } from './derive-attribution.ts';
import { recordLeadEvents } from './lead-changes.ts';
import { readPerson } from './read-person.ts';

interface NewLead {
  stepId: string;
  name: string;
  phones?: string[] | undefined;
  email?: string | undefined;
  message?: string | undefined;
  customFields?: Record<string, string | number | boolean> | undefined;
}

/** Today in the time zone of the company: the day that counts the lead. */
async function todayOf(tx: Transaction, companyId: string): Promise<string> {
  const [row] = await tx
    .select({ day: sql<string>`(now() at time zone ${companies.timeZone})::date::text` })
    .from(companies)
    .where(eq(companies.id, companyId));
  if (!row) throw new Error('A member has a company');

  return row.day;
}

/**
 * Creates a lead that a member enters, with its contact and by the same rules as one that is sent to
 * the API. It belongs to that member: the event of its owner also says who entered it. Its search
 * words are made within a second (server/intake/search-index.ts).
 *
 * @throws NotFoundError for the step
 * @throws ConflictError when the step or its funnel is archived
 * @throws InvalidFieldsError
 */
export function createLead(
  db: Database,
  actor: ManagingActor,
  { stepId, ...typed }: NewLead,
): Promise<{ id: string }> {
  const { companyId } = actor;
  const [id, contactId] = [newId(), newId()];

  return db.transaction(async (tx) => {
    const step = await getStep(tx, actor, { id: stepId });
    if (step.archivedAt || step.funnel.archivedAt) {
      throw new ConflictError('This step is archived. Choose another one');
    }
    const { name, phones = [], email, message, customFields } = readPerson(typed);

    const day = await todayOf(tx, companyId);
    const person = { companyId, name, phones, email };
    const isMember = actor.kind === 'user';
    await tx.insert(contacts).values({ ...person, id: contactId });
    await tx.insert(leads).values({
      ...person,
      ...initialState,
      ...manualAttribution,
      id,
      contactId,
      stepId,
      message,
      customFields,
      day,
      segment: '',
      origin: 'manual',
      ...(isMember && { ownerId: actor.userId, assignedAt: sql`now()`, openedAt: sql`now()` }),
    });
    await tx
      .insert(stepCounters)
      .values({ companyId, stepId, day, shard: sql`pg_backend_pid() % 8`, leads: 1 })
      .onConflictDoUpdate({
        target: [stepCounters.companyId, stepCounters.stepId, stepCounters.day, stepCounters.shard],
        set: { leads: sql`${stepCounters.leads} + 1` },
      });

    if (isMember) {
      await recordLeadEvents(tx, actor, [
        { leadId: id, type: 'owner', from: null, to: actor.name },
      ]);
    }
    await recordAudit(tx, actor, {
      action: 'leads.create',
      subject: { id, name: 'Lead' },
      details: { funnel: step.funnel.name, step: step.name },
    });
    return { id };
  });
}
