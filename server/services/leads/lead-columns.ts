import { sql } from 'drizzle-orm';
import { leadEvents, leads } from '#db/schema/leads.ts';
import { attributionFields, type FieldName } from '#db/values/lead-fields.ts';
import type { CompanyActor } from '../actor.ts';
import { isInScope } from './visibility.ts';

/**
 * Tests are listed only on request. The origin is written into the SQL: with a
 * parameter, PostgreSQL would not use a partial index.
 */
export const isTest = sql`${leads.origin} = 'test'`;
export const isNoTest = sql`${leads.origin} <> 'test'`;

/**
 * Whether another lead that the actor may see, or for a test another test, has the same external id. In
 * plain SQL, because drizzle omits the table of a column in a select from one table.
 */
function isPossibleDuplicate(actor: CompanyActor) {
  const isSeen = isInScope(actor, sql`other.owner_id`);
  return sql<boolean>`exists (
    select from leads other
    where other.company_id = leads.company_id
      and other.external_lead_id = leads.external_lead_id and other.id <> leads.id
      and other.deleted_at is null ${isSeen && sql`and ${isSeen}`}
      and (other.origin = 'test') = (leads.origin = 'test'))`;
}

/** What a list shows an actor of a lead. */
export const leadSummaryColumns = (actor: CompanyActor) => ({
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
  isPossibleDuplicate: isPossibleDuplicate(actor),
});

/** Guarantee of the cast: each field has its column. */
export const columnsOf = <Name extends FieldName>(fields: readonly Name[]) =>
  Object.fromEntries(fields.map((name) => [name, leads[name]])) as Pick<typeof leads, Name>;

/** What a submission said of where it comes from. */
export const attributionColumns = columnsOf(attributionFields);

/** One line of a timeline. */
export const leadEventColumns = {
  id: leadEvents.id,
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
