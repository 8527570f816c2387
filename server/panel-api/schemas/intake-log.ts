import { z } from 'zod';
import { bodyStates, intakeOutcomes, keylessReasons } from '#db/values/intake-log.ts';
import { day, isStorable, senderText, sentInstant } from './common.ts';

const days = {
  /** First and last day, as `2027-01-31`. */
  from: day.optional(),
  until: day.optional(),
};

export const logFilter = z.strictObject({
  /** Absent: all. Of the accepted ones, the last thousand of each key and step are listed. */
  result: z.enum(['refused', 'accepted']).optional(),
  groupId: z.uuid().optional(),
  keyIds: z.array(z.uuid()).max(100).optional(),
  stepIds: z.array(z.uuid()).max(100).optional(),
  /** A status, or the first digit of several: 4 for 400 to 499. */
  status: z.number().int().min(2).max(599).optional(),
  ...days,
});

export const listLogInput = logFilter.extend({
  /** `nextCursor` of the page before. */
  cursor: z.uuid().nullish(),
  /** Infinite queries of tRPC send it. */
  direction: z.literal('forward').optional(),
});
export const findLogInput = z.object({
  requestId: z.string().min(1).max(128).refine(isStorable),
});
export const keylessInput = z.strictObject(days);

const ofKey = z.object({ id: z.uuid(), name: z.string(), isDeleted: z.boolean() });
const ofStep = z.object({ id: z.uuid(), name: z.string(), funnelName: z.string() });

const logEntry = z.object({
  id: z.uuid(),
  groupId: z.uuid(),
  at: sentInstant,
  status: z.int(),
  outcome: z.enum(intakeOutcomes),
  /** Text of the answer. */
  message: senderText,
  requestId: z.string(),
  /** Place in its batch, from 0. */
  item: z.int().nullable(),
  ignoredFields: z.array(senderText),
  body: z.enum(bodyStates),
  /** The lead that was created or repeated, if the member may read it. */
  lead: z.object({ id: z.uuid(), name: senderText }).nullable(),
  apiKey: ofKey.nullable(),
  step: ofStep.nullable(),
  /** What was sent is not for this member. */
  isMasked: z.boolean(),
});

/** A body byte for byte: text that is valid UTF-8, or base64. `bytes` is its length. */
export const sentBody = z.object({
  encoding: z.enum(['utf-8', 'base64']),
  text: z.string(),
  bytes: z.int(),
});

export const logPage = z.object({ items: z.array(logEntry), nextCursor: z.uuid().nullable() });
export const foundLogEntries = z.array(logEntry);
/** `sent` is null when the body is masked, not stored, expired, or sealed by a secret that is gone. */
export const logEntryDetail = logEntry.extend({ sent: sentBody.nullable() });

export const logGroups = z.object({
  /** Those that came last first. */
  items: z.array(
    z.object({
      groupId: z.uuid(),
      apiKey: ofKey.nullable(),
      step: ofStep.nullable(),
      status: z.int(),
      outcome: z.enum(intakeOutcomes),
      /** Why it was refused; empty for accepted requests, and for all causes of a key beyond a hundred. */
      cause: senderText,
      requests: z.int(),
      /** Of these: not listed one by one, and without their body, because too many came at once. */
      droppedEntries: z.int(),
      droppedBodies: z.int(),
      firstAt: sentInstant,
      lastAt: sentInstant,
    }),
  ),
  hasMore: z.boolean(),
});

export const keylessRequests = z.array(
  z.object({
    step: ofStep,
    reason: z.enum(keylessReasons),
    requests: z.int(),
    /** As `2027-01-31`. */
    firstDay: z.iso.date(),
    lastDay: z.iso.date(),
  }),
);

/** What was sent for a lead, the oldest first. */
export const asSent = z.array(
  z.object({ id: z.uuid(), at: sentInstant, isRepeat: z.boolean(), sent: sentBody.nullable() }),
);

export type LogEntry = z.infer<typeof logEntry>;
export type LogEntryDetail = z.infer<typeof logEntryDetail>;
export type LogGroup = z.infer<typeof logGroups>['items'][number];
export type KeylessCount = z.infer<typeof keylessRequests>[number];
export type SentBody = z.infer<typeof sentBody>;
