import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys, keyMappings } from '#db/schema/api-keys.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { contacts, leadEvents, leadMerges, leads } from '#db/schema/leads.ts';
import { detailFields } from '#db/values/lead-fields.ts';
import type { LeadOrigin } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { explainAttribution } from './derive-attribution.ts';
import { findDuplicates } from './duplicates.ts';
import {
  attributionColumns,
  columnsOf,
  leadEventColumns,
  leadSummaryColumns,
} from './lead-columns.ts';
import { findKeeper, mergedInto } from './merged-leads.ts';
import { describePhone } from './phone.ts';
import { isReadableBy } from './visibility.ts';

/** A version of the mapping of its key that is older than the lead said what it comes from. */
const isSetOnKey = sql<boolean>`exists (
  select from ${keyMappings} m
  where m.company_id = ${leads.companyId} and m.api_key_id = ${leads.apiKeyId}
    and m.created_at <= ${leads.createdAt}
    and (m.source, m.medium, m.channel) = (${leads.source}, ${leads.medium}, ${leads.channel}))`;

const columns = {
  ...leadSummaryColumns,
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
};

async function findLead(db: Database, actor: CompanyActor, id: string) {
  const [lead] = await db
    .select(columns)
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

/** Of a lead, and of those that were merged into it. */
const listEvents = (db: Database, companyId: string, leadId: string) =>
  db
    .select(leadEventColumns)
    .from(leadEvents)
    .where(
      and(
        eq(leadEvents.companyId, companyId),
        sql`${leadEvents.leadId} in (
          select ${leadId}::uuid union all (${mergedInto(companyId, [leadId])}))`,
      ),
    )
    .orderBy(asc(leadEvents.createdAt), asc(leadEvents.id));

/** Leads that were merged into one, also by way of others. */
const listMerged = (db: Database, actor: CompanyActor, id: string) =>
  db
    .select({
      id: leads.id,
      name: leads.name,
      message: leads.message,
      origin: leads.origin,
      createdAt: leads.createdAt,
      step: { name: steps.name },
      apiKey: { id: apiKeys.id, name: apiKeys.name },
      keptId: leadMerges.keptId,
      mergedAt: leadMerges.mergedAt,
      isReadable: sql<boolean>`${isReadableBy(actor) ?? sql`true`}`,
    })
    .from(leadMerges)
    .innerJoin(
      leads,
      and(eq(leads.companyId, leadMerges.companyId), eq(leads.id, leadMerges.leadId)),
    )
    .innerJoin(steps, and(eq(steps.companyId, leads.companyId), eq(steps.id, leads.stepId)))
    .leftJoin(apiKeys, and(eq(apiKeys.companyId, leads.companyId), eq(apiKeys.id, leads.apiKeyId)))
    .where(
      and(
        eq(leadMerges.companyId, actor.companyId),
        sql`${leadMerges.leadId} in (${mergedInto(actor.companyId, [id])})`,
      ),
    );

type Event = Awaited<ReturnType<typeof listEvents>>[number];

const withOtherLead: readonly Event['type'][] = ['merged', 'unmerged', 'distinct'];

/** The events with the name of another lead in place of its id, if the actor sees that. */
async function withNames(db: Database, actor: CompanyActor, events: readonly Event[]) {
  const isNamed = ({ type }: Event) => withOtherLead.includes(type);
  const ids = events.filter(isNamed).flatMap(({ from }) => from ?? []);
  if (ids.length === 0) return events;

  const rows = await db
    .select({ id: leads.id, name: leads.name })
    .from(leads)
    .where(and(eq(leads.companyId, actor.companyId), inArray(leads.id, ids), isReadableBy(actor)));
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return events.map((event) =>
    isNamed(event) ? { ...event, from: names.get(event.from ?? '') ?? null } : event,
  );
}

interface Created {
  id: string;
  origin: LeadOrigin;
  createdAt: Date;
  step: { name: string };
  apiKey: { name: string } | null;
}
const originNames: Record<LeadOrigin, string> = {
  public_api: 'API',
  manual: 'Panel',
  import: 'Import',
  test: 'Test',
};

/**
 * The first line of a timeline. It is not stored: the lead and its first move say all of it.
 *
 * @param message of a lead that was merged into the one that is shown
 */
function creationOf(lead: Created, all: readonly Event[], message: string | null) {
  const { id, apiKey, step, origin, createdAt } = lead;
  const events = all.filter(({ leadId }) => leadId === id);
  const move = events.find(({ type }) => type === 'moved');
  /* The first owner of a lead that was entered by hand is who entered it: `createLead`. */
  const by = origin === 'manual' ? events.find(({ type }) => type === 'owner') : undefined;
  const kind = apiKey ? ('apiKey' as const) : ('system' as const);
  return {
    id,
    leadId: id,
    type: 'created' as const,
    from: null,
    to: move ? move.from : step.name,
    field: null,
    text: message,
    editedAt: null,
    undoes: null,
    actorId: by?.actorId ?? null,
    actorKind: by?.actorKind ?? kind,
    actorName: by?.actorName ?? apiKey?.name ?? originNames[origin],
    createdAt,
  };
}

/**
 * A lead with its contact, place, attribution and timeline (the oldest event first, with those of leads that
 * were merged into it). A deleted lead is one for those who may restore it; its timeline says so. A merged one
 * says which lead it is part of, if the actor sees that.
 *
 * @throws NotFoundError
 */
export async function getLead(db: Database, actor: CompanyActor, { id }: { id: string }) {
  const { companyId } = actor;
  const [lead, stored, merged, keeper, marks] = await Promise.all([
    findLead(db, actor, id),
    listEvents(db, companyId, id),
    listMerged(db, actor, id),
    findKeeper(db, actor, id),
    findDuplicates(db, actor, [id]),
  ]);
  if (!lead) throw new NotFoundError('Lead not found');
  const events = await withNames(db, actor, stored);

  const messageOf = ({ message }: { message: string | null }) =>
    message === lead.message ? null : message;
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
    events: [
      ...[lead, ...merged].map((each) => creationOf(each, events, messageOf(each))),
      ...events,
    ],
    duplicates: marks.get(id) ?? null,
    isMerged: keeper !== undefined,
    mergedInto: keeper ?? null,
    merges: merged
      .filter(({ keptId, isReadable }) => keptId === id && isReadable)
      .map((each) => ({ id: each.id, name: each.name, mergedAt: each.mergedAt })),
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
