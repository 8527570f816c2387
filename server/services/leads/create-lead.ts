import { eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { companies } from '#db/schema/applications.ts';
import { contacts, leads } from '#db/schema/leads.ts';
import type { EditedText } from '#db/values/lead-fields.ts';
import { initialState } from '#db/values/leads.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { getCountry } from '../companies/country.ts';
import { todayOf } from '../sql.ts';
import { assertOpen, findPlace } from '../steps/find-places.ts';
import { countChanges } from './count-changes.ts';
import { manualAttribution } from './derive-attribution.ts';
import { recordLeadEvents } from './lead-changes.ts';
import { readPerson } from './read-person.ts';

type NewTexts = { [Name in EditedText]?: string | undefined };

interface NewLead extends NewTexts {
  stepId: string;
  name: string;
  phones?: string[] | undefined;
  customFields?: Record<string, string | number | boolean> | undefined;
}

/** The day that counts the lead. */
async function dayOf(tx: Transaction, companyId: string): Promise<string> {
  const [row] = await tx
    .select({ day: sql<string>`${todayOf(companyId)}::text` })
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
    const step = await findPlace(tx, actor, stepId);
    assertOpen(step);
    const {
      name = '',
      phones = [],
      phoneMarks,
      customFields,
      ...texts
    } = readPerson(typed, await getCountry(tx, companyId));

    const day = await dayOf(tx, companyId);
    const person = { companyId, name, phones, email: texts.email };
    const isMember = actor.kind === 'user';
    await tx.insert(contacts).values({ ...person, id: contactId });
    await tx.insert(leads).values({
      ...person,
      ...texts,
      ...initialState,
      ...manualAttribution,
      id,
      contactId,
      stepId,
      customFields,
      phoneMarks: phoneMarks && Object.keys(phoneMarks).length > 0 ? phoneMarks : null,
      day,
      segment: '',
      origin: 'manual',
      ...(isMember && { ownerId: actor.userId, assignedAt: sql`now()`, openedAt: sql`now()` }),
    });
    await countChanges(tx, companyId, [{ stepId, day, leads: 1 }]);

    if (isMember) {
      await recordLeadEvents(tx, actor, [
        { leadId: id, type: 'owner', from: null, to: actor.name },
      ]);
    }
    await recordAudit(tx, actor, {
      action: 'leads.create',
      subject: { id, name: 'Lead' },
      details: { funnel: step.funnel.name, step: step.name },
      change: { steps: [stepId] },
    });
    return { id };
  });
}
