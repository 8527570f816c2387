import { writePath } from '#db/values/field-mapping.ts';
import type { PresetName } from '#db/values/inbound-addresses.ts';
import { allFields, type FieldName } from '#db/values/lead-fields.ts';
import { type Attribution, deriveAttribution } from '../../services/leads/derive-attribution.ts';
import { valuesIn } from '../body-paths.ts';
import { comesFromOf, readPreset } from '../inbound/presets.ts';
import { readLead } from '../read-lead.ts';

/** More values than a request of a form tool has. */
const maxValues = 200;

interface TracedField {
  field: FieldName;
  /** Of a custom field. */
  name?: string;
  /** As it is stored. */
  value: string;
  /** Paths of the body, in its order. */
  from: string[];
}

export interface TracedLead {
  fields: TracedField[];
  attribution: Attribution;
}

type Stored = Omit<TracedField, 'from'>;

/** The lead that an inbound address makes of a body, without a mapping. */
function read(preset: PresetName, body: object, country: string | undefined) {
  const [first = {}] = readPreset(preset, body).bodies;
  const context = { mapping: [], country, isStrict: false, keepsAnswers: true };
  return readLead(first, context).fields;
}

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value));

function storedIn(lead: ReturnType<typeof read>): Stored[] {
  const { customFields, ...fields } = lead ?? { name: undefined };
  const values: Partial<Record<FieldName, unknown>> = fields;
  const stored = allFields
    .filter((field) => values[field] !== undefined)
    .map((field): Stored => ({ field, value: textOf(values[field]) }));
  const custom = Object.entries(customFields ?? {}).map(
    ([name, value]): Stored => ({ field: 'customFields', name, value: textOf(value) }),
  );
  return [...stored, ...custom];
}

const keyOf = ({ field, name }: Stored) => JSON.stringify([field, name]);

/** The body with nothing at a place. */
function without(body: object, place: readonly (string | number)[]): object {
  const copy = structuredClone(body);
  const outer = place.slice(0, -1).reduce<unknown>((inner, key) => Object(inner)[key], copy);
  Object.assign(Object(outer), { [place.at(-1) ?? '']: '' });
  return copy;
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** Digits of a phone or of an ID, which are not the same by chance. */
const manyDigits = 8;

/** Whether a stored value is made of one that was sent: a name may be joined, and a phone completed. */
function isPartOf(sent: unknown, stored: string): boolean {
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  const words = new Set(wordsOf(text));
  if (wordsOf(stored).some((word) => words.has(word))) return true;

  const [some = '', more = ''] = [digitsOf(text), digitsOf(stored)].sort(
    (one, other) => one.length - other.length,
  );
  return some.length >= manyDigits && more.includes(some);
}

interface SentValue {
  path: string;
  value: unknown;
  /** What would be stored without it. */
  rest: ReadonlyMap<string, string>;
}

/** Values without which the field is another one; of several that say the same, all. */
function originOf(stored: Stored, sent: readonly SentValue[]): SentValue[] {
  const needed = sent.filter(
    ({ value, rest }) => rest.get(keyOf(stored)) !== stored.value && isPartOf(value, stored.value),
  );
  return needed.length > 0 ? needed : sent.filter(({ value }) => value === stored.value);
}

/**
 * The lead that an inbound address makes of a body without a mapping, and which values each field is
 * made of.
 *
 * @param country of the company; ISO 3166 alpha-2
 */
export function traceFields(
  preset: PresetName,
  body: object,
  country: string | undefined,
): TracedLead {
  const lead = read(preset, body, country);
  const sent = valuesIn(body, maxValues).map(({ path, place, value }) => {
    const rest = storedIn(read(preset, without(body, place), country));
    const stored = new Map(rest.map((each) => [keyOf(each), each.value]));
    return { path: writePath(path), value, rest: stored };
  });
  const fields = storedIn(lead).map((stored) => ({
    ...stored,
    from: originOf(stored, sent).map(({ path }) => path),
  }));
  return { fields, attribution: comesFromOf(preset) ?? deriveAttribution(lead ?? {}) };
}
