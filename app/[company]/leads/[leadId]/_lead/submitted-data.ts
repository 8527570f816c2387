import { detailFields, eachOf } from '#db/values/lead-fields.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

type Value = string | number | boolean | readonly string[] | null;

const customField = 'customFields.';

/** The value of each edited field before its first edit, as text. */
function beforeEdits(events: LeadDetail['events']): Map<string, string | null> {
  const first = new Map<string, string | null>();
  for (const { type, field, from } of events) {
    if (type === 'edited' && field !== null && !first.has(field)) first.set(field, from);
  }
  return first;
}

const phonesOf = (text: string | null) =>
  text === null ? [] : text.replaceAll('+', '').split(', ');

/** What was sent to the API and read, under the names of the API; edits since then are undone. */
export function submittedData(lead: LeadDetail): Record<string, unknown> {
  const before = beforeEdits(lead.events);
  const original = (field: string, value: string | null) => {
    const text = before.get(field);
    return text === undefined ? value : text;
  };
  const phones = before.get('phones');
  const fields: Record<string, Value> = {
    name: original('name', lead.name),
    phones: phones === undefined ? lead.phones : phonesOf(phones),
    email: original('email', lead.email),
    ...eachOf(detailFields, (field) => original(field, lead[field] || null)),
    ...lead.attribution,
  };

  const custom: Record<string, Value> = { ...lead.customFields };
  for (const [field, value] of before) {
    if (field.startsWith(customField)) custom[field.slice(customField.length)] = value;
  }
  const sent = (entries: Record<string, Value>) =>
    Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== null));
  const customFields = sent(custom);

  return { ...sent(fields), ...(Object.keys(customFields).length > 0 && { customFields }) };
}
