import { type Answer, answersIn, flatBody } from './answers.ts';
import {
  at,
  type Fields,
  fieldsAt,
  isFields,
  nothing,
  people,
  type ReadTool,
  textAt,
} from './submitted.ts';

/** Appointments and calls. */

/** Events of Cal.com with a person who is new. */
const bookings = new Set(['BOOKING_CREATED', 'BOOKING_REQUESTED', 'FORM_SUBMITTED']);
/** Answers that say nothing of the person. */
const calComNames = new Set(['location', 'guests', 'title', 'reschedulereason']);

function calComAnswer([key, response]: [string, unknown]): Answer {
  const value = isFields(response) ? response.value : response;
  const parts = isFields(value)
    ? [value.firstName, value.lastName].filter(Boolean).join(' ')
    : value;
  return {
    label: textAt(response, 'label') ?? key,
    hint: key,
    value: parts,
    kind: key === 'attendeePhoneNumber' || key === 'smsReminderNumber' ? 'phones' : undefined,
  };
}

/** https://cal.com/docs/developing/guides/automation/webhooks */
export const readCalCom: ReadTool = (body) => {
  const event = textAt(body, 'triggerEvent');
  if (event === undefined) return undefined;
  if (!bookings.has(event)) return nothing('is no new booking');

  const payload = fieldsAt(body, 'payload');
  const attendee = fieldsAt(payload, 'attendees', 0);
  const responses = {
    ...fieldsAt(payload, 'userFieldsResponses'),
    ...fieldsAt(payload, 'responses'),
  };
  const known = {
    externalLeadId: payload.uid,
    formId: payload.formId,
    name: attendee.name,
    email: attendee.email,
    phones: attendee.phoneNumber,
  };
  const answers = Object.entries(responses)
    .filter(([key]) => !calComNames.has(key.toLowerCase()))
    .map(calComAnswer);
  const booking = ['title', 'startTime'].map((label) => ({ label, value: payload[label] }));
  return people([flatBody(known, [...answers, ...booking])]);
};

/**
 * What CallRail sends of a call that is kept. It sends a call again when it is changed: what changes, such
 * as notes, would make another lead.
 */
const callRailNames = [
  'customer_name',
  'customer_city',
  'customer_state',
  'customer_country',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'fbclid',
  'msclkid',
  'landing_page_url',
  'form_url',
  'source_name',
  'direction',
];

/** Of a text message. One that the company sent has the name of an agent. */
const readCallRailText: ReadTool = (body) => {
  if (at(body, 'agent') !== undefined) return nothing('is a message of the company');

  const known = {
    externalLeadId: at(body, 'resource_id'),
    phones: at(body, 'source_number'),
    message: at(body, 'content'),
  };
  return people([flatBody(known, [])]);
};

/** https://apidocs.callrail.com/#webhooks: a call, a text message or a form. */
export const readCallRail: ReadTool = (body) => {
  if (at(body, 'message_type') !== undefined) return readCallRailText(body);

  const form: Fields = fieldsAt(body, 'form_data');
  const phone = at(body, 'customer_phone_number');
  if (phone === undefined && Object.keys(form).length === 0) return undefined;
  if ([at(body, 'direction'), at(body, 'call_type')].includes('outbound')) {
    return nothing('is a call of the company');
  }
  const known = {
    externalLeadId: at(body, 'resource_id') ?? at(body, 'id'),
    phones: phone,
  };
  const answers = callRailNames.map((label) => ({ label, value: at(body, label) }));
  return people([flatBody(known, [...answers, ...answersIn(form)])]);
};
