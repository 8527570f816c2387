import { z } from 'zod';
import {
  addedAtOnce,
  additionOutcomes,
  comparedAtOnce,
  comparedFields,
} from '#db/values/comparison.ts';
import { trackingLimit } from '#db/values/lead-fields.ts';
import { isStorable, label, senderText } from './common.ts';

/** As it is stored: without blanks around it. A longer one would be stored cut, and never be found. */
const externalId = z
  .string()
  .min(1)
  .max(trackingLimit)
  .refine((text) => isStorable(text) && text.trim() === text, 'This is no ID');

const column = z.array(z.string()).max(comparedAtOnce).optional();

/** By columns: a request takes more rows so. */
export const compareInput = z
  .strictObject({
    ids: z.array(externalId).min(1).max(comparedAtOnce),
    name: column,
    phones: column,
    email: column,
  })
  .refine(
    ({ ids, ...columns }) =>
      comparedFields.every((field) => (columns[field]?.length ?? ids.length) === ids.length),
    'Columns must be as long as the ids',
  );

const place = z.int().min(0);

export const comparison = z.object({
  /** Places in the ids, from 0. */
  missing: z.array(place),
  /** The same, of leads that are deleted. */
  deleted: z.array(place),
  different: z.array(
    z.object({
      index: place,
      leadId: z.uuid(),
      differences: z.array(
        z.object({
          field: z.enum(comparedFields),
          stored: senderText,
          /** By a member. */
          isEdited: z.boolean(),
        }),
      ),
    }),
  ),
});

const sourceMax = 200;

export const addLeadsInput = z.strictObject({
  apiKeyId: z.uuid(),
  stepId: z.uuid(),
  /** The name of the file. */
  source: label(sourceMax),
  rows: z
    .array(
      z.strictObject({
        /** Its number in the file. */
        row: z.int().min(1),
        externalLeadId: externalId,
        values: z.record(z.string(), z.string()),
      }),
    )
    .min(1)
    .max(addedAtOnce),
});

export const additions = z.array(
  z.object({
    row: z.int(),
    outcome: z.enum(additionOutcomes),
    /** Why it was refused. */
    message: senderText,
    leadId: z.uuid().nullable(),
  }),
);

export type CompareInput = z.infer<typeof compareInput>;
export type Comparison = z.infer<typeof comparison>;
export type Addition = z.infer<typeof additions>[number];
