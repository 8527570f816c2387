import type { BodyState, IntakeOutcome, KeylessReason } from '#db/values/intake-log.ts';

/** Of groups without a cause. */
const outcomeLabels: Record<IntakeOutcome, string> = {
  created: 'Created leads',
  replayed: 'Repeated earlier requests',
  answered: 'Answered without a lead',
  batch: 'Batches',
  refused: 'Other causes of this key',
  held: 'Submissions in which no lead was found',
};

/** Why the requests of a group were refused, or what they did. */
export const causeText = ({ cause, outcome }: { cause: string; outcome: IntakeOutcome }) =>
  cause || outcomeLabels[outcome];

/** After a number of requests. */
export const keylessTexts: Record<KeylessReason, string> = {
  missing: 'without a key',
  unknown: 'with a wrong key',
  blocked: 'blocked after too many wrong keys',
};

/** Why there is no body to show. */
export const absentBodyTexts: Record<BodyState, string> = {
  stored: 'The body has expired.',
  perLead: 'Each lead of the batch has its own entry, with what was sent for it.',
  notRead: 'The body was not read.',
  tooLarge: 'The body was larger than 64 KiB, and was not stored.',
  off: 'This company stores no bodies.',
  dropped: 'Too many requests came at once: the body was not stored.',
};
