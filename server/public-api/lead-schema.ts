import { z } from 'zod';
import { leadPriorities, leadStatuses, leadTemperatures } from '#db/values/leads.ts';

/**
 * The wire format of a lead, published and fixed. Each optional field is declared here once, with
 * the other spelling that it may have in `spellings`. What zod cannot tell of a field, `meta` tells
 * the OpenAPI document: that `null` is accepted, and limits that a function checks.
 */
const limits = {
  name: 200,
  segment: 200,
  attribution: 500,
  phones: 20,
  customFields: 50,
  customFieldName: 100,
  email: 320,
};
const phoneDigits = /^[0-9]{8,15}$/;
const decoration = '[+\\s.()\\[\\]{}\\-]';
const phoneDecoration = new RegExp(decoration, 'g');

/** Unicode characters, as JSON Schema counts `maxLength`. */
const characters = (text: string) => [...text].length;
/** What fits by UTF-16 units, which are quick to count, fits by characters. */
const fits = (text: string, max: number) => text.length <= max || characters(text) <= max;

/** NUL and halves of surrogate pairs cannot be stored as they were sent. */
const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** Text in the document. Patterns of other languages cannot name halves of surrogate pairs. */
const documented = (max: number) => ({ type: 'string', maxLength: max, pattern: '^[^\\x00]*$' });

const notText = { error: 'must be a string' };

/** A refusal in words, and as a code for programs: both are published. */
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

/** `null`, an empty and a blank string mean that a field is absent. */
function absentWhenBlank(value: unknown): unknown {
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
}

/** The outer `optional` spares the other steps for most fields, which are absent most of the time. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(absentWhenBlank, schema.optional()).optional();

const optionalText = (max: number, description: string) =>
  optional(text(max)).meta({ type: ['string', 'null'], description });
const attribution = (description: string) => optionalText(limits.attribution, description);

const wholeNumber = z.int({
  error: ({ code }) =>
    code === 'too_big' || code === 'too_small'
      ? 'is beyond 9007199254740991, where JSON numbers lose digits: send it as a string'
      : 'must be a string or a whole number',
});

/**
 * JSON numbers above 2^53−1 have lost digits before anybody can look at them. `null` is in the union
 * for the document alone: `optional` makes it absent.
 */
const identifier = optional(
  z
    .union([z.string().meta(documented(limits.attribution)), wholeNumber, z.null()], {
      error: 'must be a string or a whole number',
    })
    .transform(String)
    .pipe(text(limits.attribution)),
).meta({ id: 'Identifier', description: 'Kept as text; a number keeps its digits' });

/** A phone before decoration and a leading `00` are taken off. */
function phonePattern(): string {
  const digit = (set: string) => `${set}${decoration}*`;
  const any = digit('[0-9]');
  const isNot00 = `(?:${digit('0')}${digit('[1-9]')}|${digit('[1-9]')}${any})`;
  return `^${decoration}*(?:(?:${digit('0')}){2}(?:${any}){8,15}|${isNot00}(?:${any}){6,13})$`;
}

const phone = z
  .string(notText)
  .transform((value) => value.replace(phoneDecoration, '').replace(/^00/, ''))
  .refine(
    (value) => phoneDigits.test(value),
    refused('invalid_phone', 'must hold 8 to 15 digits with country code'),
  )
  .meta({ description: '8 to 15 digits with country code', pattern: phonePattern() });

const customFieldValue = z
  .union([text(limits.attribution), z.number().refine(Number.isFinite), z.boolean()], {
    error: 'must be a string of at most 500 characters, a number or a boolean',
  })
  .meta({
    anyOf: [
      documented(limits.attribution),
      { type: 'number' },
      { type: 'boolean' },
      { type: 'null', description: 'Absent' },
    ],
  });

/**
 * A `null` inside means that the value is absent, as everywhere. Thousands of fields are refused
 * before each of them is looked at.
 */
function withoutNulls(value: unknown, context: z.RefinementCtx): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;

  const present = Object.entries(value).filter(([, inner]) => inner !== null);
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

const customFields = optional(z.preprocess(withoutNulls, customFieldValues)).meta({
  id: 'CustomFields',
  description: `Up to ${limits.customFields} values of your own, by name`,
  type: ['object', 'null'],
  maxProperties: limits.customFields,
});

const name = z.preprocess(
  absentWhenBlank,
  z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .pipe(text(limits.name)),
);

export const leadFields = z.object({
  name: name.meta({
    description: 'Name of the lead',
    minLength: 1,
    pattern: '^[^\\x00]*[^\\s\\x00][^\\x00]*$',
    maxLength: limits.name,
  }),
  phones: z
    .preprocess(
      (value) => absentWhenBlank(value) ?? [],
      z
        .array(phone, { error: 'must be a list of strings' })
        .max(limits.phones, `must hold at most ${limits.phones} numbers`)
        .transform((phones) => [...new Set(phones)]),
    )
    .optional()
    .meta({
      description:
        'Phone numbers; decoration such as +, spaces and brackets and a leading 00 are taken off. Blank text instead of a list is taken as absent',
      type: ['array', 'null'],
    }),
  segment: optionalText(limits.segment, 'Free-text label, echoed in the answer'),
  campaignName: attribution('Campaign; also `campaign_name`'),
  adName: attribution('Ad; also `ad_name`'),
  adsetName: attribution('Ad set; also `adset_name`'),
  formId: identifier.meta({ description: 'Lead form; also `form_id`' }),
  externalLeadId: identifier.meta({
    description: 'Id of the lead where it comes from; also `lead_id`',
  }),
  pageId: identifier.meta({ description: 'Page; also `page_id`' }),
  pageName: attribution('Name of the page; also `page_name`'),
  email: optionalText(limits.email, 'Email address, kept as sent'),
  utmSource: attribution('Also `utm_source`'),
  utmMedium: attribution('Also `utm_medium`'),
  utmCampaign: attribution('Also `utm_campaign`'),
  utmTerm: attribution('Also `utm_term`'),
  utmContent: attribution('Also `utm_content`'),
  gclid: attribution('Google click identifier'),
  fbclid: attribution('Facebook click identifier'),
  customFields: customFields.meta({ description: 'Also `custom_fields`' }),
});

/** Published spellings: the name in the schema, and the other one that is accepted. */
export const spellings: Readonly<Record<string, string>> = {
  campaignName: 'campaign_name',
  adName: 'ad_name',
  adsetName: 'adset_name',
  formId: 'form_id',
  externalLeadId: 'lead_id',
  pageId: 'page_id',
  pageName: 'page_name',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
  customFields: 'custom_fields',
};

/** Not a UUID in the schema: a malformed one must look like an unknown one. */
const stepIdParameter = z.string().meta({
  description: 'Identifier of the funnel step, from CRM → Funnels or `GET /funnels`',
  param: { example: '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5' },
});

/** The body with the step of the path, for the document. The title is the name of the body's schema. */
export const createLeadInput = leadFields.extend({ stepId: stepIdParameter }).meta({
  title: 'NewLead',
  description:
    'Only `name` is required. `null` and an empty text mean that a field is absent. Text is trimmed; NUL and halves of surrogate pairs are refused. Other fields are ignored, and named in `X-Ignored-Fields`.',
});

/** Exactly these ten fields, in this order. */
export const createdLead = z
  .object({
    id: z.uuid().meta({ description: 'Identifier of the lead' }),
    contactId: z.uuid().meta({ description: 'Identifier of the contact created with it' }),
    segment: z.string(),
    status: z.enum(leadStatuses),
    priority: z.enum(leadPriorities),
    temperature: z.enum(leadTemperatures),
    source: z.string(),
    medium: z.string(),
    channel: z.string(),
    createdAt: z.iso.datetime({ precision: 3 }).meta({ description: 'UTC, with milliseconds' }),
  })
  .meta({ id: 'Lead' });
