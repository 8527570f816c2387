import { z } from 'zod';
import { leadStatuses } from '#db/values/leads.ts';
import { idInput, senderText, sentInstant } from './common.ts';

const place = z.object({ id: z.uuid(), name: z.string() });

/** Another lead that shares something with one. */
const duplicate = z.object({
  id: z.uuid(),
  name: senderText,
  status: z.enum(leadStatuses),
  createdAt: sentInstant,
  step: place,
  funnel: place,
  shares: z.object({ phone: z.boolean(), email: z.boolean(), externalId: z.boolean() }),
  /** A member said that it is no duplicate. */
  isDistinct: z.boolean(),
});
export const duplicatesOfLead = z.array(duplicate);

export const pairInput = idInput.extend({ otherId: z.uuid() });
export const markDistinctInput = pairInput.extend({ isDistinct: z.boolean() });

/** A field as the timeline names it, `step`, `owner`, `followUp` or `source`; and its value, times in ISO 8601. */
const line = z.object({ field: senderText, value: senderText });

export const mergePreview = z.object({
  /** In the order of the input. */
  leads: z.array(
    z.object({
      id: z.uuid(),
      name: senderText,
      /** As their countries write them. */
      phones: z.array(senderText),
      email: senderText.nullable(),
      createdAt: sentInstant,
      source: senderText,
      /** Funnel and step. */
      place: z.string(),
      status: z.enum(leadStatuses),
      /** A name. */
      owner: z.string().nullable(),
      followUpAt: sentInstant.nullable(),
      /** The beginning of the last note, or of what was said in the last call. */
      lastText: senderText.nullable(),
    }),
  ),
  /** For each of them, if it is kept: what it will have, and what of the other it will not. */
  plans: z.array(
    z.object({
      keptId: z.uuid(),
      after: z.array(line.extend({ isChanged: z.boolean() })),
      dropped: z.array(line),
    }),
  ),
  /** The lead that is kept unless the user chooses the other one. */
  suggestedId: z.uuid(),
  /** For `leads.merge`, which refuses when a lead has changed since. */
  version: z.string(),
});

const mergeInput = z.object({ keptId: z.uuid(), mergedId: z.uuid() });
export const mergeLeadsInput = mergeInput.extend({ version: z.string().max(100) });
export const unmergeLeadsInput = mergeInput;

export type DuplicateOfLead = z.infer<typeof duplicate>;
export type MergePreview = z.infer<typeof mergePreview>;
