import { z } from 'zod';
import {
  allFields,
  type FieldKind,
  type FieldName,
  fieldOf,
  type KindOf,
  leadFields,
  trackingLimit,
} from '#db/values/lead-fields.ts';
import { maxCustomFields, maxPhones } from '#db/values/limits.ts';
import { customFieldLimits } from '../services/leads/read-values.ts';

/**
 * The wire format of a lead for the OpenAPI document: the form to send. read-lead.ts reads every such
 * form, and every other one.
 */

const orNull = <Type extends string>(type: Type) => ({ type: [type, 'null'] as [Type, 'null'] });
const text = (max: number) =>
  z
    .string()
    .optional()
    .meta({ ...orNull('string'), maxLength: max });

/** The published form of a phone, with the decoration that is taken off. */
const digit = (set: string) => `${set}[+ .()\\[\\]{}\\-]*`;
const phonePattern = `^\\+?${digit('[1-9]')}(?:${digit('[0-9]')}){7,14}$`;

const phones = z
  .array(z.string())
  .optional()
  .meta({
    description:
      'Phone numbers with country code: 8 to 15 digits each. Spaces, dashes, brackets and the like, `tel:`, a leading 00 and extensions are taken off. One text, with several numbers separated by `,` or `;`, or one number are taken as well; also `phone`, `phoneNumber`',
    type: ['array', 'null'],
    maxItems: maxPhones,
    items: { type: 'string', pattern: phonePattern },
  });

const customFields = z
  .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
  .optional()
  .meta({
    id: 'CustomFields',
    description: `Up to ${maxCustomFields} values of your own, by name`,
    ...orNull('object'),
    maxProperties: maxCustomFields,
    propertyNames: { type: 'string', maxLength: customFieldLimits.name },
    additionalProperties: {
      anyOf: [
        { type: 'string', maxLength: customFieldLimits.text },
        { type: 'number' },
        { type: 'boolean' },
        { type: 'null', description: 'Absent' },
      ],
    },
  });

/** Schemas of their own in the document, as each rule that has two names there. */
const trackingText = text(trackingLimit).meta({
  id: 'TrackingText',
  ...orNull('string'),
  maxLength: trackingLimit,
  description: 'Says where a lead comes from',
});

const identifier = z
  .union([z.string().meta({ maxLength: trackingLimit }), z.int(), z.null()])
  .optional()
  .meta({ id: 'Identifier', description: 'Kept as text; a number keeps its digits' });

const flag = z
  .boolean()
  .optional()
  .meta({ id: 'Flag', ...orNull('boolean'), description: 'Kept as text' });

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
 * text with a published name of two words is a schema of its own.
 */
function personText(field: FieldName) {
  const { limit = trackingLimit, aliases: [published = ''] = [] } = fieldOf(field);
  const rule = text(limit);
  if (!published.includes('_')) return described(rule, field);

  const id = field.charAt(0).toUpperCase() + field.slice(1);
  return described(rule.meta({ id, ...orNull('string'), maxLength: limit }), field);
}

const rules = {
  name: (field: FieldName) =>
    text(leadFields.name.limit).meta({
      description: descriptionOf(field),
      ...orNull('string'),
      maxLength: leadFields.name.limit,
    }),
  phones: () => phones,
  text: personText,
  longText: personText,
  tracking: (field: FieldName) => described(trackingText, field),
  clickId: (field: FieldName) => described(trackingText, field),
  identifier: (field: FieldName) => described(identifier, field),
  flag: (field: FieldName) => described(flag, field),
  customFields: (field: FieldName) => described(customFields, field),
} satisfies Record<FieldKind, (field: FieldName) => z.ZodType>;

type Rules = { [Field in FieldName]: ReturnType<(typeof rules)[KindOf<Field>]> };

/** Guarantee of the cast: each field has the rule of its kind. */
const leadRules = Object.fromEntries(
  allFields.map((field) => [field, rules[fieldOf(field).kind](field)]),
) as Rules;

/** Not a UUID in the schema: a malformed one must look like an unknown one. */
export const stepIdParameter = z.string().meta({
  description: 'Identifier of the funnel step, from CRM → Funnels or `GET /funnels`',
  param: { example: '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5' },
});

/** The body with the step of the path. The title is the name of the body's schema. */
export const createLeadInput = z.object({ ...leadRules, stepId: stepIdParameter }).meta({
  title: 'NewLead',
  description:
    'The form to send. A name, a phone or an email address is enough: `fullName`, or `firstName` and `lastName`, stand for `name`, else the email address or the first phone. `null`, blank text, `[]` and `{}` mean that a field is absent. What cannot be read is kept as sent, and named in `X-Unread-Fields`; longer text is cut, and named in `X-Truncated-Fields`. Other fields are ignored, and named in `X-Ignored-Fields`, unless the mapping of this key reads them.',
});
