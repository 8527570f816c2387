import { type EditedField, eachOf, editedFields, editedTexts } from '#db/values/lead-fields.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { type LeadValues, linesOf } from './lead-form.tsx';

type Custom = LeadDetail['customFields'];
export type Person = Pick<LeadDetail, EditedField>;

/** Guarantee of the cast: it has each edited field. */
export const personOf = (lead: Person) =>
  Object.fromEntries(editedFields.map((field) => [field, lead[field]])) as Person;

export const valuesOf = (lead: Person): LeadValues => ({
  name: lead.name,
  phones: lead.phones.map((digits) => `+${digits}`).join('\n'),
  ...eachOf(editedTexts, (field) => lead[field] ?? ''),
  custom: Object.entries(lead.customFields).map(([name, value]) => ({
    name,
    value: String(value),
    isNew: false,
  })),
});

/** A number stays one where it is written as it was typed (`1.10` is not), and a boolean stays one. */
function typedValue(text: string, before: Custom[string] | undefined): Custom[string] | null {
  const typed = text.trim();
  if (typed === '') return null;

  const number = Number(typed);
  const keepsDigits = Number.isFinite(number) && String(number) === typed;
  if (typeof before === 'number' && keepsDigits) return number;
  if (typeof before === 'boolean' && /^(?:true|false)$/.test(typed)) return typed === 'true';
  return text;
}

/**
 * What the user has changed.
 *
 * @param seen the lead when the edit began
 * @param known the values that the edit may overwrite
 */
export function editsOf(seen: Person, typed: LeadValues, known: Person) {
  const before = valuesOf(seen);
  const text = (from: string | null, to: string) => ({ from, to: to.trim() === '' ? null : to });
  const changed = editedTexts.filter((field) => (typed[field] ?? '') !== before[field]);
  const custom = typed.custom.filter(({ name, value }) => {
    const old = before.custom.find((row) => row.name === name);
    return name.trim() !== '' && (old?.value ?? '') !== value;
  });

  return {
    ...(typed.name !== before.name && { name: { from: known.name, to: typed.name } }),
    ...(typed.phones !== before.phones && {
      phones: { from: known.phones, to: linesOf(typed.phones) },
    }),
    // What was seen, in a draft of an earlier version, may lack a text.
    ...eachOf(changed, (field) => text(known[field] ?? null, typed[field] ?? '')),
    ...(custom.length > 0 && {
      customFields: Object.fromEntries(
        custom.map(({ name, value }) => {
          const from = known.customFields[name.trim()] ?? null;
          return [name.trim(), { from, to: typedValue(value, seen.customFields[name.trim()]) }];
        }),
      ),
    }),
  };
}

/**
 * After a conflict: the next edit may overwrite what is stored in its field, which the user has read,
 * and nothing else.
 *
 * @param field `name`, `customFields.budget`
 */
export function withStored(known: Person, stored: Person, field: string): Person {
  const custom = /^customFields\.(.+)$/s.exec(field)?.[1];
  if (custom !== undefined) {
    const { [custom]: _, ...others } = known.customFields;
    const value = stored.customFields[custom];
    return {
      ...known,
      customFields: value === undefined ? others : { ...others, [custom]: value },
    };
  }
  const edited = editedFields.find((name) => name === field);
  return edited ? { ...known, [edited]: stored[edited] } : known;
}
