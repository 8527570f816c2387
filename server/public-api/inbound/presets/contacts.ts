import { maxPeople } from '../../../limits.ts';
import { isAbsent } from '../../../services/leads/read-values.ts';
import { type Answer, answersIn, flatBody } from './answers.ts';
import type { Asked } from './question.ts';
import {
  at,
  type Fields,
  fieldsAt,
  isFields,
  itemsAt,
  nothing,
  people,
  type ReadTool,
} from './submitted.ts';

/** Contacts of systems for marketing and sales. */

/** What HubSpot keeps for itself, beside `hs_…`. */
const hubspotNames = new Set([
  'vid',
  'canonical-vid',
  'portal-id',
  'is-contact',
  'createdate',
  'lastmodifieddate',
  'hubspot_owner_id',
  'hubspot_owner_assigneddate',
  'notes_last_updated',
  'num_conversion_events',
  'num_unique_conversion_events',
]);
/** Those that say where a person comes from. */
const hubspotIds = new Map<unknown, string>([
  ['hs_google_click_id', 'gclid'],
  ['hs_facebook_click_id', 'fbclid'],
]);

function hubspotAnswer({ label, value }: Answer): Answer[] {
  const sent = isFields(value) ? value.value : value;
  const id = hubspotIds.get(label);
  if (id !== undefined) return [{ label: id, value: sent }];
  return label.startsWith('hs_') ? [] : [{ label, value: sent }];
}

/** https://knowledge.hubspot.com/workflows/how-do-i-use-webhooks-with-hubspot-workflows: all properties, or own names. */
export const readHubspot: ReadTool = (body) => {
  const properties = at(body, 'properties');
  const sent = isFields(properties) ? properties : body;
  const answers = answersIn(sent, hubspotNames).flatMap(hubspotAnswer);
  if (answers.every(({ value }) => isAbsent(value))) return nothing('has no properties');

  // A workflow tries again for three days, with what the contact is then.
  const externalLeadId = at(body, 'vid') ?? at(sent, 'hs_object_id');
  return people([flatBody({ externalLeadId }, answers)]);
};

/** Of a contact of RD Station, beside what the person said. */
const rdStationNames = new Set([
  'id',
  'uuid',
  'personal_phone',
  'mobile_phone',
  'custom_fields',
  'first_conversion',
  'last_conversion',
  'created_at',
  'opportunity',
  'number_conversions',
  'user',
  'public_url',
  'lead_stage',
  'last_marked_opportunity_date',
  'fit_score',
  'interest',
  'legal_bases',
  'funnel',
  'links',
]);

/** What the last form sent, which the contact has too. */
const rdStationContents = new Map<unknown, Asked>([
  ['email_lead', 'email'],
  ['telefone', 'phones'],
  ['celular', 'phones'],
]);

function rdStationPerson(contact: Fields, event: unknown): object {
  const phones = [contact.mobile_phone, contact.personal_phone].filter((phone) => !isAbsent(phone));
  const known = {
    externalLeadId: contact.uuid ?? contact.id,
    phones: [...new Set(phones)],
  };
  const own = answersIn(contact, rdStationNames).map(({ label, value }) => ({
    label,
    value: isFields(value) ? value.name : value,
  }));
  const content = answersIn(fieldsAt(contact, 'last_conversion', 'content')).map((answer) => ({
    ...answer,
    kind: rdStationContents.get(answer.label),
  }));
  return flatBody(known, [
    ...own,
    ...answersIn(fieldsAt(contact, 'custom_fields')),
    ...content,
    { label: 'identificador', value: event },
  ]);
}

/** https://developers.rdstation.com/docs/como-migrar-webhooks: `leads`, or `contact` in the newer version. */
export const readRdStation: ReadTool = (body) => {
  const contact = at(body, 'contact');
  if (isFields(contact)) {
    return people([rdStationPerson(contact, at(body, 'event_identifier'))]);
  }
  if (!Array.isArray(at(body, 'leads'))) return undefined;

  const leads = itemsAt(body, 'leads');
  return leads.length === 0
    ? nothing('has no leads')
    : people(leads.slice(0, maxPeople).map((lead) => rdStationPerson(lead, undefined)));
};
