import { z } from 'zod';
import {
  allFields,
  editedFields,
  type FieldKind,
  type FieldName,
  fieldOf,
  type KindOf,
  leadFields,
  trackingLimit,
} from '#db/values/lead-fields.ts';
import { maxCustomFields, maxPhones } from '#db/values/limits.ts';
import { readPhones } from './read-phones.ts';

/**
 * The rules for the fields of a lead: the same for one that is sent to the API and for one that a member
 * enters or edits. `meta` adds to the OpenAPI document what zod does not know: that `null` is accepted,
 * and limits that a function checks.
 */
const customFieldLimits = { name: 100, text: 5_000 };

/** Unicode characters, as JSON Schema counts `maxLength`. */
const characters = (text: string) => [...text].length;
/** What fits by UTF-16 units, which are quick to count, fits by characters. */
export const fits = (text: string, max: number) => text.length <= max || characters(text) <= max;

/** NUL and halves of surrogate pairs cannot be stored as they were sent. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Text in the document. Patterns of other languages cannot name halves of surrogate pairs. */
const documented = (max: number) => ({
  type: 'string',
  maxLength: max,
  pattern: '^[^\\x00]*$',
});

const notText = { error: 'must be a string' };

/** A refusal as text, and as a code for programs. Both are published. */
const refused = (code: string, error: string) => ({ error, params: { code } });

function text(max: number) {
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
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(meantValue, schema.optional()).optional();

/** The published form of a phone, with the decoration that is removed. */
const digit = (set: string) => `${set}[+ .()\\[\\]{}\\-]*`;
const phonePattern = `^\\+?${digit('[1-9]')}(?:${digit('[0-9]')}){7,14}$`;

const notTextOrNumber = 'must be a string or a whole number';

/** Why a value is no phone. */
function phoneProblem(sent: unknown) {
  const isText = typeof sent === 'string' || Number.isInteger(sent);
  if (isText) return refused('invalid_phone', 'must hold 8 to 15 digits with country code');

  const isObject = typeof sent === 'object' && !Array.isArray(sent);
  return refused('invalid_type', isObject ? 'must be a list of strings' : notTextOrNumber);
}

const phones = z
  .unknown()
  .transform((sent, context) => {
    const read = readPhones(sent, undefined);
    if (read.unread.length === 0) return read.phones;

    const items: unknown[] = Array.isArray(sent) ? sent : [sent];
    for (const [index, item] of items.slice(0, maxPhones).entries()) {
      if (readPhones(item, undefined).unread.length === 0) continue;

      const { error: message, params } = phoneProblem(item);
      const path = Array.isArray(sent) ? [index] : [];
      context.addIssue({ code: 'custom', message, path, params });
    }
    if (context.issues.length === 0) {
      const { error: message, params } = refused(
        'too_many',
        `must hold at most ${maxPhones} numbers`,
      );
      context.addIssue({ code: 'custom', message, params });
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
  .union([text(customFieldLimits.text), z.number().refine(Number.isFinite), z.boolean()], {
    error: `must be a string of at most ${customFieldLimits.text} characters, a number or a boolean`,
  })
  .meta({
    anyOf: [
      documented(customFieldLimits.text),
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
  if (present.length <= maxCustomFields) return Object.fromEntries(present);

  const { error, params } = refused('too_many', `must hold at most ${maxCustomFields} fields`);
  context.addIssue({ code: 'custom', message: error, params });
  return z.NEVER;
}

const customFieldValues = z.record(
  z
    .string()
    .meta(documented(customFieldLimits.name))
    .refine(
      isStorable,
      refused('invalid_characters', 'has a name with NUL or half of a surrogate pair'),
    )
    .refine(
      (name) => fits(name, customFieldLimits.name),
      refused('too_long', `has a name of more than ${customFieldLimits.name} characters`),
    ),
  customFieldValue,
  { error: 'must be an object' },
);

const customFields = optional(z.preprocess(meantValues, customFieldValues)).meta({
  id: 'CustomFields',
  description: `Up to ${maxCustomFields} values of your own, by name`,
  type: ['object', 'null'],
  maxProperties: maxCustomFields,
});

const name = z.preprocess(
  meantValue,
  z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .pipe(text(leadFields.name.limit)),
);

/** A schema of its own in the document, as each rule of `described` that has two names there. */
const trackingText = optional(text(trackingLimit)).meta({
  id: 'TrackingText',
  type: ['string', 'null'],
  description: 'Says where a lead comes from; a longer text is cut',
});

/** `null` is in the union for the document alone: `optional` makes it absent. */
const identifier = optional(
  z
    .union([z.string().meta(documented(trackingLimit)), z.int(), z.null()], {
      error: notTextOrNumber,
    })
    .transform(String)
    .pipe(text(trackingLimit)),
).meta({ id: 'Identifier', description: 'Kept as text; a number keeps its digits' });

/** What the document says of a field: the published name stands behind its description. */
function descriptionOf(field: FieldName): string {
  const { description, aliases: [published] = [] } = fieldOf(field);
  if (published === undefined) return description ?? '';
  return description ? `${description}; also \`${published}\`` : `Also \`${published}\``;
}

const described = <T extends z.ZodType>(rule: T, field: FieldName) =>
  rule.meta({ description: descriptionOf(field) });

/**
 * Of `jobTitle` and `job_title`, generators make types of one name, which must not be written twice: a
 * text with another name is a schema of its own.
 */
function personText(field: FieldName) {
  const { limit = trackingLimit, aliases } = fieldOf(field);
  const rule = optional(text(limit));
  const meta = { type: ['string', 'null'] as ['string', 'null'] };
  if (!aliases) return rule.meta({ ...meta, description: descriptionOf(field) });

  const id = field.charAt(0).toUpperCase() + field.slice(1);
  return described(rule.meta({ ...meta, id }), field);
}

const rules = {
  name: (field: FieldName) =>
    name.meta({
      description: descriptionOf(field),
      minLength: 1,
      pattern: '^[^\\x00]*[^\\s\\x00][^\\x00]*$',
      maxLength: leadFields.name.limit,
    }),
  phones: () => phones,
  text: personText,
  longText: personText,
  tracking: (field: FieldName) => described(trackingText, field),
  clickId: (field: FieldName) => described(trackingText, field),
  identifier: (field: FieldName) => described(identifier, field),
  customFields: (field: FieldName) => described(customFields, field),
} satisfies Record<FieldKind, (field: FieldName) => z.ZodType>;

type Rules<Name extends FieldName> = {
  [Field in Name]: ReturnType<(typeof rules)[KindOf<Field>]>;
};

/** Guarantee of the cast: each field has the rule of its kind. */
const rulesFor = <Name extends FieldName>(fields: readonly Name[]) =>
  Object.fromEntries(
    fields.map((field) => [field, rules[fieldOf(field).kind](field)]),
  ) as Rules<Name>;

/** All that the API takes. */
export const leadSchema = z.object(rulesFor(allFields));

/** What members enter and edit. */
export const personSchema = z.object(rulesFor(editedFields));
