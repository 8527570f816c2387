import { z } from 'zod';
import { maxCustomFields, maxPhones } from '#db/values/limits.ts';
import { readPhones } from './read-phones.ts';

/**
 * The rules for the fields of a person: the same for a lead that is sent to the API and for one that a
 * member enters or edits. `meta` adds to the OpenAPI document what zod does not know.
 */
export const limits = {
  name: 200,
  segment: 200,
  message: 10_000,
  attribution: 500,
  customFields: maxCustomFields,
  customFieldName: 100,
  customFieldText: 5_000,
  email: 320,
};

/** Unicode characters, as JSON Schema counts `maxLength`. */
const characters = (text: string) => [...text].length;
/** What fits by UTF-16 units, which are quick to count, fits by characters. */
export const fits = (text: string, max: number) => text.length <= max || characters(text) <= max;

/** NUL and halves of surrogate pairs cannot be stored as they were sent. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Text in the document. Patterns of other languages cannot name halves of surrogate pairs. */
export const documented = (max: number) => ({
  type: 'string',
  maxLength: max,
  pattern: '^[^\\x00]*$',
});

const notText = { error: 'must be a string' };

/** A refusal as text, and as a code for programs. Both are published. */
const refused = (code: string, error: string) => ({ error, params: { code } });

export function text(max: number) {
  return z
    .string(notText)
    .trim()
    .refine(
      isStorable,
      refused('invalid_characters', 'must not contain NUL or half of a surrogate pair'),
    )
    .refine((value) => fits(value, max), refused('too_long', `must hold at most ${max} characters`))
    .meta(documented(max));
}

/**
 * The value that a sender means: `null`, blank text and empty lists and objects are absent, and a
 * list of one text is that text.
 */
export function meantValue(value: unknown): unknown {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (typeof value !== 'object') return value;
  if (value === null || Object.keys(value).length === 0) return undefined;
  if (!Array.isArray(value)) return value;

  const [first, ...others] = value;
  return typeof first === 'string' && others.length === 0 ? meantValue(first) : value;
}

/** The outer `optional` skips the other steps for absent fields, which most are. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(meantValue, schema.optional()).optional();

export const optionalText = (max: number, description: string) =>
  optional(text(max)).meta({ type: ['string', 'null'], description });

/** The published form of a phone, with the decoration that is removed. */
const digit = (set: string) => `${set}[+ .()\\[\\]{}\\-]*`;
const phonePattern = `^\\+?${digit('[1-9]')}(?:${digit('[0-9]')}){7,14}$`;

export const phones = z
  .unknown()
  .transform((sent, context) => {
    const read = readPhones(sent);
    if ('phones' in read) return read.phones;

    for (const { index, message, code } of read.issues) {
      const path = index === undefined ? [] : [index];
      context.addIssue({ code: 'custom', message, path, params: { code } });
    }
    return z.NEVER;
  })
  .optional()
  .meta({
    description: `Phone numbers with country code: 8 to 15 digits each. Spaces, dashes, brackets and the like, \`tel:\`, a leading 00 and extensions are taken off. One text, with several numbers separated by \`,\` or \`;\`, or one number are taken as well; also \`phone\`, \`phoneNumber\``,
    type: ['array', 'null'],
    maxItems: maxPhones,
    items: { type: 'string', pattern: phonePattern },
  });

export const customFieldValue = z
  .union([text(limits.customFieldText), z.number().refine(Number.isFinite), z.boolean()], {
    error: `must be a string of at most ${limits.customFieldText} characters, a number or a boolean`,
  })
  .meta({
    anyOf: [
      documented(limits.customFieldText),
      { type: 'number' },
      { type: 'boolean' },
      { type: 'null', description: 'Absent' },
    ],
  });

/**
 * Custom fields that are not absent. Values mean what they mean elsewhere (`meantValue`), but an
 * object stays an object, and is refused later.
 */
export const presentFields = (fields: object): [name: string, value: unknown][] =>
  Object.entries(fields)
    .map(([name, value]): [string, unknown] => {
      const isObject = value instanceof Object && !Array.isArray(value);
      return [name, isObject ? value : meantValue(value)];
    })
    .filter(([, value]) => value !== undefined);

/** Refuses too many fields before each of them is checked. */
function meantValues(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;

  const present = presentFields(value);
  if (present.length <= limits.customFields) return Object.fromEntries(present);

  const { error, params } = refused('too_many', `must hold at most ${limits.customFields} fields`);
  context.addIssue({ code: 'custom', message: error, params });
  return z.NEVER;
}

const customFieldValues = z.record(
  z
    .string()
    .meta(documented(limits.customFieldName))
    .refine(
      isStorable,
      refused('invalid_characters', 'has a name with NUL or half of a surrogate pair'),
    )
    .refine(
      (name) => fits(name, limits.customFieldName),
      refused('too_long', `has a name of more than ${limits.customFieldName} characters`),
    ),
  customFieldValue,
  { error: 'must be an object' },
);

export const customFields = optional(z.preprocess(meantValues, customFieldValues)).meta({
  id: 'CustomFields',
  description: `Up to ${limits.customFields} values of your own, by name`,
  type: ['object', 'null'],
  maxProperties: limits.customFields,
});

export const name = z.preprocess(
  meantValue,
  z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .pipe(text(limits.name)),
);

/** What is known of the person of a lead. */
export const personFields = z.object({
  name,
  phones,
  email: optional(text(limits.email)),
  message: optional(text(limits.message)),
  customFields,
});
