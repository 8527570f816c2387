import { z } from 'zod';
import { allFields, fieldOf, trackingLimit } from '#db/values/lead-fields.ts';
import { fits, leadSchema } from '../services/leads/lead-rules.ts';

/**
 * The wire format of a lead, published and fixed. The document describes the form to send; the API reads
 * every such form, and more.
 */

/** Fields that an absent `name` is made of: the full name, or else first and last name. */
export const nameParts = {
  fullName: 'full_name',
  firstName: 'first_name',
  lastName: 'last_name',
} as const;

/** Every accepted name of a field or of a part of the name, with the name in the schema. */
export const fieldNames = new Map(
  [
    ...allFields.map((name) => [name, ...(fieldOf(name).aliases ?? [])] as const),
    ...Object.entries(nameParts),
  ].flatMap(([name, ...others]) => [name, ...others].map((sent) => [sent, name])),
);

/** The first characters of a text, as many as a tracking field may have. */
export function cutTracking(text: string): string {
  const trimmed = text.trim();
  if (fits(trimmed, trackingLimit)) return text;

  // No character has more than two units: more text need not be split.
  return [...trimmed.slice(0, 2 * trackingLimit)].slice(0, trackingLimit).join('');
}

/** Not a UUID in the schema: a malformed one must look like an unknown one. */
export const stepIdParameter = z.string().meta({
  description: 'Identifier of the funnel step, from CRM → Funnels or `GET /funnels`',
  param: { example: '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5' },
});

/** The body with the step of the path, for the document. The title is the name of the body's schema. */
export const createLeadInput = leadSchema.extend({ stepId: stepIdParameter }).meta({
  title: 'NewLead',
  description:
    'Only `name` is required; `fullName`, or `firstName` and `lastName`, stand for it. `null`, blank text, `[]` and `{}` mean that a field is absent. Text is trimmed; NUL and halves of surrogate pairs are refused. Other fields are ignored, and named in `X-Ignored-Fields`, unless the panel was told to keep them as custom fields of this key.',
});
