import type { KeylessReason, RequestHeaders, SubmissionType } from '#db/values/intake-log.ts';
import type { LeadTrait } from '#db/values/key-alarms.ts';
import type { ApiKeyActor } from '../services/actor.ts';

/** What became of a request. A number is the status of a refusal; `answered` is a success without a lead. */
export type Outcome = 'created' | 'replayed' | 'answered' | number;

/** Created leads without tests, and how many of them have each trait. */
export type CreatedCounts = Record<LeadTrait | 'leads', number>;

/** What became of one lead of a batch. */
export interface ItemEnd {
  status: number;
  isReplayed: boolean;
  isHeld?: boolean | undefined;
  /** Text of the answer. */
  message: string;
  /** Of a refusal. */
  cause?: string | undefined;
  /** That was created or repeated. */
  leadId?: string | undefined;
  /** As it was sent. */
  body?: Uint8Array | undefined;
}

/** How a request of the public API ended. */
export interface RequestEnd {
  requestId: string;
  status: number;
  /** Absent without a known key. */
  actor?: ApiKeyActor | undefined;
  /** Absent when the key was refused; `null` for a client that sends no name. */
  client?: string | null | undefined;
  /** Absent when none matched. */
  operation?: string | undefined;
  /** In the path, if it is an ID. */
  stepId?: string | undefined;
  isReplayed?: boolean;
  /** It waits for a mapping. Only `IntakeLog.hold` makes sure that it is stored. */
  isHeld?: boolean;
  /** That was created or repeated. */
  leadId?: string | undefined;
  created?: CreatedCounts | undefined;
  /** As the header has it. */
  idempotencyKey?: string | undefined;
  /** Of a batch: what became of its leads. */
  leads?: ReadonlyMap<Outcome, number> | undefined;
  /** The same, one by one. */
  items?: readonly ItemEnd[] | undefined;
  /** Text of the answer. */
  message?: string | undefined;
  /** Why it was refused, without what differs from request to request. */
  cause?: string | undefined;
  /** Names of fields that were not read, each once. */
  ignoredFields?: readonly string[] | undefined;
  /** As it was sent; absent when it was not read, or not in full. */
  body?: Uint8Array | undefined;
  /** Of a submission: how its body is read. */
  submission?: SubmissionType | undefined;
  /** For the log, where leads were refused. */
  headers?: RequestHeaders | undefined;
  /** Without a valid key: why. */
  keyless?: KeylessReason | undefined;
  durationMs?: number;
  /** By `Date.now()`. */
  endedAt?: number;
  /** Of the caller. */
  address?: () => string | undefined;
}

export const addTo = <Name>(counts: Map<Name, number>, name: Name, count: number) =>
  void counts.set(name, (counts.get(name) ?? 0) + count);

/** Whether a success created or repeated a lead: a dry run did not, nor what carries no person. */
export const hasLead = ({ status, leadId }: Pick<RequestEnd, 'status' | 'leadId'>): boolean =>
  status === 201 || leadId !== undefined;

function outcomeOf(end: RequestEnd): Outcome {
  const { status, isReplayed } = end;
  if (status >= 400) return status;
  if (!hasLead(end)) return 'answered';
  return isReplayed ? 'replayed' : 'created';
}

/** Counts a request, or each lead of a batch, by its outcome. */
export function countOutcomes(counts: Map<Outcome, number>, end: RequestEnd): void {
  const outcomes = end.leads ?? [[outcomeOf(end), 1] as const];
  for (const [outcome, count] of outcomes) addTo(counts, outcome, count);
}
