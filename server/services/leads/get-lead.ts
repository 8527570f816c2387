import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys, keyMappings } from '#db/schema/api-keys.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { contacts, leadEvents, leads } from '#db/schema/leads.ts';
import { detailFields } from '#db/values/lead-fields.ts';
import type { LeadOrigin } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { explainAttribution } from './derive-attribution.ts';
import {
  attributionColumns,
  columnsOf,
  isTest,
  leadEventColumns,
  leadSummaryColumns,
} from './lead-columns.ts';
import { describePhone } from './phone.ts';
import { isReadableBy, isVisibleTo } from './visibility.ts';

/** A version of the mapping of its key that is older than the lead said what it comes from. */
const isSetOnKey = sql<boolean>`exists (
  select from ${keyMappings} m
  where m.company_id = ${leads.companyId} and m.api_key_id = ${leads.apiKeyId}
    and m.created_at <= ${leads.createdAt}
    and (m.source, m.medium, m.channel) = (${leads.source}, ${leads.medium}, ${leads.channel}))`;

const columnsFor = (actor: CompanyActor) => ({
  ...leadSummaryColumns(actor),
  ...columnsOf(detailFields),
  lostReason: leads.lostReason,
  wonAmount: leads.wonAmount,
  wonCurrency: leads.wonCurrency,
  requestId: leads.requestId,
  customFields: leads.customFields,
  ignoredFields: leads.ignoredFields,
  unreadPhones: leads.unreadPhones,
  unreadValues: leads.unreadValues,
  attribution: attributionColumns,
  isSetOnKey,
  contact: {
    id: contacts.id,
    name: contacts.name,
    phones: contacts.phones,
    email: contacts.email,
  },
  step: { id: steps.id, name: steps.name },
  funnel: { id: funnels.id, name: funnels.name },
  apiKey: { id: apiKeys.id, name: apiKeys.name, deletedAt: apiKeys.deletedAt },
});

async function findLead(db: Database, actor: CompanyActor, id: string) {
  const [lead] = await db
    .select(columnsFor(actor))
    .from(leads)
    .leftJoin(
      contacts,
      and(eq(contacts.companyId, leads.companyId), eq(contacts.id, leads.contactId)),
    )
    .innerJoin(steps, and(eq(steps.companyId, leads.companyId), eq(steps.id, leads.stepId)))
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .leftJoin(apiKeys, and(eq(apiKeys.companyId, leads.companyId), eq(apiKeys.id, leads.apiKeyId)))
    .where(and(eq(leads.companyId, actor.companyId), eq(leads.id, id), isReadableBy(actor)));

  return lead;
}

const listEvents = (db: Database, companyId: string, leadId: string) =>
  db
    .select(leadEventColumns)
    .from(leadEvents)
    .where(and(eq(leadEvents.companyId, companyId), eq(leadEvents.leadId, leadId)))
    .orderBy(asc(leadEvents.createdAt), asc(leadEvents.id));

/** At most five other leads with the same external id, the newest first; for a test, other tests. */
const listDuplicates = (db: Database, actor: CompanyActor, id: string) =>
  db
    .select({ id: leads.id, name: leads.name, createdAt: leads.createdAt })
    .from(leads)
    .where(
      and(
        eq(leads.companyId, actor.companyId),
        ne(leads.id, id),
        isVisibleTo(actor),
        sql`(${leads.externalLeadId}, ${isTest}) = (
          select external_lead_id, origin = 'test' from leads
          where company_id = ${actor.companyId} and id = ${id})`,
      ),
    )
    .orderBy(desc(leads.createdAt), desc(leads.id))
    .limit(5);

type FoundLead = NonNullable<Awaited<ReturnType<typeof findLead>>>;
type Event = Awaited<ReturnType<typeof listEvents>>[number];

const originNames: Record<LeadOrigin, string> = {
  public_api: 'API',
  manual: 'Panel',
  import: 'Import',
  test: 'Test',
};

/** The first line of a timeline. It is not stored: the lead and its first move say all of it. */
function creationOf({ id, apiKey, step, origin, createdAt }: FoundLead, events: readonly Event[]) {
  const move = events.find(({ type }) => type === 'moved');
  /* The first owner of a lead that was entered by hand is who entered it: `createLead`. */
  const by = origin === 'manual' ? events.find(({ type }) => type === 'owner') : undefined;
  const kind = apiKey ? ('apiKey' as const) : ('system' as const);
  return {
    id,
    type: 'created' as const,
    from: null,
    to: move ? move.from : step.name,
    field: null,
    text: null,
    editedAt: null,
    undoes: null,
    actorId: by?.actorId ?? null,
    actorKind: by?.actorKind ?? kind,
    actorName: by?.actorName ?? apiKey?.name ?? originNames[origin],
    createdAt,
  };
}

/**
 * A lead with its contact, place, attribution, timeline (the oldest event first) and possible
 * duplicates. A deleted lead is one for those who may restore it; its timeline says so.
 *
 * @throws NotFoundError
 */
export async function getLead(db: Database, actor: CompanyActor, { id }: { id: string }) {
  const [lead, events, duplicates] = await Promise.all([
    findLead(db, actor, id),
    listEvents(db, actor.companyId, id),
    listDuplicates(db, actor, id),
  ]);
  if (!lead) throw new NotFoundError('Lead not found');

  const { id: leadId, name, phones, email, apiKey } = lead;
  const contact = lead.contact ?? { id: leadId, name, phones, email };
  return {
    ...lead,
    apiKey: apiKey && !apiKey.deletedAt ? { id: apiKey.id, name: apiKey.name } : null,
    customFields: lead.customFields ?? {},
    ignoredFields: lead.ignoredFields ?? [],
    unreadPhones: lead.unreadPhones ?? [],
    unreadValues: lead.unreadValues ?? {},
    attributionReason: explainAttribution(lead.attribution, lead, lead.isSetOnKey),
    contact: {
      ...contact,
      phones: contact.phones.map((digits) => describePhone(digits, lead.phoneMarks?.[digits])),
    },
    events: [creationOf(lead, events), ...events],
    duplicates,
  };
}

export type LeadDescription = Awaited<ReturnType<typeof getLead>>;

/** A lead after a change. */
export type ChangedLead = LeadDescription & {
  /** The time of the change, by which `undoChange` takes it back; null when nothing was changed. */
  changedAt: Date | null;
};

/** @throws NotFoundError */
export const getChangedLead = async (
  db: Database,
  actor: CompanyActor,
  { id, changedAt }: { id: string; changedAt: Date | null },
): Promise<ChangedLead> => ({ ...(await getLead(db, actor, { id })), changedAt });
