import type { PresetName } from './inbound-addresses.ts';

/**
 * What became of a request in the intake log. `answered` is a success without a lead; the leads of a
 * `batch` have entries of their own. A `held` submission of an inbound address was answered as a success
 * and waits for a mapping that finds a lead in it.
 */
export const intakeOutcomes = [
  'created',
  'replayed',
  'answered',
  'batch',
  'refused',
  'held',
] as const;
export type IntakeOutcome = (typeof intakeOutcomes)[number];

/** Whether a request made no lead and waits for a person. The log has all of these. */
export const needsPerson = (outcome: IntakeOutcome) => outcome === 'refused' || outcome === 'held';

/**
 * Where the body of a request is: stored, with each lead of its batch, not read, larger than what is
 * stored, not stored because the company stores none, or dropped because too many came at once.
 */
export const bodyStates = ['stored', 'perLead', 'notRead', 'tooLarge', 'off', 'dropped'] as const;
export type BodyState = (typeof bodyStates)[number];

/** Why a request had no valid key: none was sent, no key has it, or too many such requests came. */
export const keylessReasons = ['missing', 'unknown', 'blocked'] as const;
export type KeylessReason = (typeof keylessReasons)[number];

/** Entries of accepted requests that are kept of each group. */
export const acceptedPerGroup = 1_000;
/** Days for which a company may store bodies. 0: none are stored. */
export const bodyRetentions = [0, 1, 7, 30, 90, 365] as const;
export const bodyRetention = { standard: 30, longest: 365 };
/** Entries and counts are kept for so long, or as long as bodies where that is longer. */
export const intakeLogDays = 30;
export const logEntriesPerPage = 50;
/** The groups that came last are shown. */
export const logGroupsMax = 200;
/** Of a lead: what was sent first, and repeats. */
export const sentBodiesPerLead = 10;

/** How a body of an inbound address is read: as the tool of its preset sends it, with that type. */
export interface SubmissionType {
  preset: PresetName;
  contentType: string;
}

/** Headers of a request that creates leads, as they were understood. Absent: not sent. */
export interface RequestHeaders {
  /** What its body is, where it came to an inbound address. Absent: a JSON object for the API. */
  submission?: SubmissionType | undefined;
  idempotencyKey?: string | undefined;
  isDryRun?: true | undefined;
  isTest?: true | undefined;
}
