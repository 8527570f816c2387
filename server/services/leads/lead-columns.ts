import { sql } from 'drizzle-orm';
import { leadEvents, leads } from '#db/schema/leads.ts';
import { attributionFields, type FieldName } from '#db/values/lead-fields.ts';

/**
 * Tests are listed only on request. The origin is written into the SQL: with a
 * parameter, PostgreSQL would not use a partial index.
 */
export const isTest = sql`${leads.origin} = 'test'`;
export const isNoTest = sql`${leads.origin} <> 'test'`;

/** What a list shows of a lead, beside its possible duplicates: `withDuplicates`. */
export const leadSummaryColumns = {
  id: leads.id,
  name: leads.name,
  phones: leads.phones,
  email: leads.email,
  nameFrom: leads.nameFrom,
  phoneMarks: leads.phoneMarks,
  status: leads.status,
  priority: leads.priority,
  temperature: leads.temperature,
  source: leads.source,
  medium: leads.medium,
  channel: leads.channel,
  campaignName: leads.campaignName,
  origin: leads.origin,
  createdAt: leads.createdAt,
  ownerId: leads.ownerId,
  openedAt: leads.openedAt,
  firstContactAt: leads.firstContactAt,
  followUpAt: leads.followUpAt,
};

/** Guarantee of the cast: each field has its column. */
export const columnsOf = <Name extends FieldName>(fields: readonly Name[]) =>
  Object.fromEntries(fields.map((name) => [name, leads[name]])) as Pick<typeof leads, Name>;

/** What a submission said of where it comes from. */
export const attributionColumns = columnsOf(attributionFields);

/** One line of a timeline. */
export const leadEventColumns = {
  id: leadEvents.id,
  leadId: leadEvents.leadId,
  type: leadEvents.type,
  from: leadEvents.from,
  to: leadEvents.to,
  field: leadEvents.field,
  text: leadEvents.text,
  editedAt: leadEvents.editedAt,
  undoes: leadEvents.undoes,
  actorId: leadEvents.actorId,
  actorKind: leadEvents.actorKind,
  actorName: leadEvents.actorName,
  createdAt: leadEvents.createdAt,
};
