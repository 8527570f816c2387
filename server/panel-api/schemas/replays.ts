import { z } from 'zod';
import { pastedBodyMax } from '#db/values/limits.ts';
import { replayOutcomes, replayStatuses } from '#db/values/replays.ts';
import { triedLead } from './api-keys.ts';
import { senderText, sentInstant } from './common.ts';

/** Of a group in the intake log. */
export const ofGroupInput = z.strictObject({ groupId: z.uuid() });
const paged = {
  /** `nextCursor` of the page before. */
  cursor: z.uuid().nullish(),
  /** Infinite queries of tRPC send it. */
  direction: z.literal('forward').optional(),
};
export const previewReplayInput = ofGroupInput.extend(paged);
export const startReplayInput = ofGroupInput.extend({
  /** Where the leads go; null: where they were sent to. */
  stepId: z.uuid().nullable(),
});
export const replayResultsInput = z.strictObject({
  id: z.uuid(),
  outcome: z.enum(replayOutcomes).optional(),
  ...paged,
});
export const correctRequestInput = z.strictObject({
  /** Of an entry in the intake log. */
  id: z.uuid(),
  body: z.string().max(pastedBodyMax),
  stepId: z.uuid().nullable(),
});

export const replayPreview = z.object({
  /** Refused requests are sent again; of stored leads, what was sent is read again. */
  kind: z.enum(['send', 'read']),
  /** That they were sent to; null when the path named none. */
  stepId: z.uuid().nullable(),
  requests: z.int(),
  /** That are left out: dry runs, and those of which nothing is stored. */
  left: z.int(),
  items: z.array(
    z.object({
      sent: z.object({ id: z.uuid(), at: sentInstant }),
      /** Of a refused request; null when what was sent cannot be read any more. */
      becomes: triedLead.nullable(),
      /** Of a stored lead. */
      fills: z
        .object({
          name: senderText,
          /** Names of fields, `source` for what it comes from. */
          filled: z.array(z.string()),
          fields: z.record(z.string(), z.unknown()),
        })
        .nullable(),
    }),
  ),
  nextCursor: z.uuid().nullable(),
});

export const startedReplay = z.object({ id: z.uuid() });
export const correctedRequest = z.object({ leadId: z.uuid() });

export const replayList = z.array(
  z.object({
    id: z.uuid(),
    status: z.enum(replayStatuses),
    requests: z.int(),
    /** Requests by what became of them, as far as they have been sent. */
    outcomes: z.partialRecord(z.enum(replayOutcomes), z.int()),
    createdAt: sentInstant,
    createdByName: z.string(),
    endedAt: sentInstant.nullable(),
    /** Who cancelled or undid it. */
    endedByName: z.string().nullable(),
    canBeUndone: z.boolean(),
  }),
);

export const replayResults = z.object({
  items: z.array(
    z.object({
      entryId: z.uuid(),
      outcome: z.enum(replayOutcomes),
      /** Why it was refused, or which fields were filled. */
      message: senderText,
      lead: z.object({ id: z.uuid(), name: senderText }).nullable(),
    }),
  ),
  nextCursor: z.uuid().nullable(),
});

export type ReplayPreview = z.infer<typeof replayPreview>;
export type ReplayView = z.infer<typeof replayList>[number];
export type ReplayResult = z.infer<typeof replayResults>['items'][number];
