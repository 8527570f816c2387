/** Traits by which the created leads of a key are counted, beside their number. */
export const leadTraits = ['withoutPhone', 'withoutEmail', 'withoutName', 'unread'] as const;

export type LeadTrait = (typeof leadTraits)[number];

/** Shares that may rise among the requests of a key: leads with a trait, or refusals. */
export const driftKinds = [...leadTraits, 'refused'] as const;

export type DriftKind = (typeof driftKinds)[number];

export const alarmKinds = [
  ...driftKinds,
  'silence',
  'sameIdempotencyKey',
  'expiry',
  'held',
] as const;

export type AlarmKind = (typeof alarmKinds)[number];

/** Hours in which leads of a key are counted by the minute; older counts are by the hour. */
export const minuteCountHours = 6;
/** Days until counts of leads are deleted: four weeks to compare with, and one to compare those with. */
export const leadCountDays = 36;

/** Days before its end in which a key that is used has an alarm, and its answers have `X-API-Key-Expires`. */
export const expiryNoticeDays = 7;

interface Drift {
  kind: DriftKind;
  /** With the trait, of all since then. */
  hits: number;
  total: number;
  /** Share of hits until then, from 0 to 1. */
  before: number;
  /** Of the last refusal since then; null for traits. */
  lastStatus: number | null;
}

interface Silence {
  kind: 'silence';
  /** On an average day before. */
  leadsPerDay: number;
  /** Of the last refusal since then, if there was one. */
  lastStatus: number | null;
}

interface SameIdempotencyKey {
  kind: 'sameIdempotencyKey';
  /** Requests that were refused because of it, of all since then. */
  hits: number;
  total: number;
}

interface Expiry {
  kind: 'expiry';
  /** ISO 8601. */
  endsAt: string;
  /** Requests, by the day of the company. */
  usedYesterday: number;
}

interface Held {
  kind: 'held';
  /** The newest submission of which no lead was made, in the intake log. */
  entryId: string;
}

/** Days in which held submissions that wait have an alarm. */
export const heldAlarmDays = 7;

/** What the text of an alarm is made from. */
export type AlarmFigures = Drift | Silence | SameIdempotencyKey | Expiry | Held;
