import type { Tone } from '#app/_ui/badge.tsx';
import { count } from '#app/_ui/format.ts';
import { allFields, leadFields } from '#db/values/lead-fields.ts';
import { type ReplayOutcome, replayOutcomes } from '#db/values/replays.ts';
import type { ReplayPreview, ReplayView } from '#server/panel-api/schemas/replays.ts';

export type ReplayKind = ReplayPreview['kind'];

export const replayTitles: Record<ReplayKind, string> = {
  send: 'Send again',
  read: 'Read again',
};

export const outcomeLabels: Record<ReplayOutcome, string> = {
  created: 'Lead created',
  repeated: 'Lead was there',
  filled: 'Filled',
  unchanged: 'Unchanged',
  refused: 'Refused again',
  undone: 'Undone',
};

export const outcomeTones: Record<ReplayOutcome, Tone> = {
  created: 'success',
  repeated: 'info',
  filled: 'success',
  unchanged: 'neutral',
  refused: 'danger',
  undone: 'neutral',
};

const counted: Record<ReplayOutcome, (requests: number) => string> = {
  created: (requests) => `${count(requests, 'lead')} created`,
  repeated: (requests) => `${requests} had a lead already`,
  filled: (requests) => `${count(requests, 'lead')} filled`,
  unchanged: (requests) => `${requests} unchanged`,
  refused: (requests) => `${requests} refused again`,
  undone: (requests) => `${requests} undone`,
};

/** `12 leads created, 3 refused again` */
export const describeOutcomes = (outcomes: ReplayView['outcomes']): string =>
  replayOutcomes
    .flatMap((outcome) => {
      const requests = outcomes[outcome];
      return requests ? [counted[outcome](requests)] : [];
    })
    .join(', ');

/** Names of filled fields as they are shown. */
export const labelFields = (names: readonly string[]): string =>
  names
    .map((name) => {
      const field = allFields.find((known) => known === name);
      return field ? leadFields[field].label : 'Source';
    })
    .join(', ');
