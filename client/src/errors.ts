import type { BatchResult, ErrorKind, FieldIssue } from './types.ts';

/** What is the same for every failure of a call. */
export interface Attempted {
  /** Requests that were sent. */
  attempts: number;
  idempotencyKey: string | undefined;
}

interface Refusal extends Attempted {
  status: number;
  kind: string;
  message: string;
  docs: string | undefined;
  requestId: string | undefined;
  issues: readonly FieldIssue[];
  retryAfterMs: number | undefined;
}

/** An answer that is no success. */
export class LeadgateError extends Error {
  override readonly name = 'LeadgateError';
  /** Of HTTP. */
  readonly status: number;
  /** For programs. A newer server may send one that this version does not list. */
  readonly kind: ErrorKind | (string & {});
  /** Address of the page that says what to do. */
  readonly docs: string | undefined;
  /** Names the request in the logs of the server. */
  readonly requestId: string | undefined;
  /** What is wrong with each field; empty when it is something else. */
  readonly issues: readonly FieldIssue[];
  /** Milliseconds after which another try may succeed, if the server said so. */
  readonly retryAfterMs: number | undefined;
  /** Requests that were sent. */
  readonly attempts: number;
  /** Of the call. After a 5xx a lead may have been created: call again with the same key. */
  readonly idempotencyKey: string | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.status = refusal.status;
    this.kind = refusal.kind;
    this.docs = refusal.docs;
    this.requestId = refusal.requestId;
    this.issues = refusal.issues;
    this.retryAfterMs = refusal.retryAfterMs;
    this.attempts = refusal.attempts;
    this.idempotencyKey = refusal.idempotencyKey;
  }
}

/**
 * No answer: the network failed, or the time was over. A lead may have been created: another call
 * with the same `idempotencyKey` creates no second one.
 */
export class LeadgateConnectionError extends Error {
  override readonly name = 'LeadgateConnectionError';
  /** Requests that were sent. */
  readonly attempts: number;
  /** Whether the last one took longer than its time-out. */
  readonly isTimeout: boolean;
  /** Of the call. */
  readonly idempotencyKey: string | undefined;

  constructor(message: string, options: Attempted & { cause: unknown; isTimeout: boolean }) {
    super(message, { cause: options.cause });
    this.attempts = options.attempts;
    this.isTimeout = options.isTimeout;
    this.idempotencyKey = options.idempotencyKey;
  }
}

/** `createLeads` or `dryRunLeads` ended before every lead had a result. `cause` says why. */
export class LeadgateBatchError<L = unknown> extends Error {
  override readonly name = 'LeadgateBatchError';
  /** Of the leads that have one, by `index`. */
  readonly results: readonly BatchResult<L>[];
  /** Places of leads that were sent without a certain answer: they may have been created. */
  readonly uncertain: readonly number[];

  constructor(
    cause: unknown,
    { results, uncertain }: { results: BatchResult<L>[]; uncertain: number[] },
  ) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The batch ended after ${results.length} leads: ${reason}`, { cause });
    this.results = results;
    this.uncertain = uncertain;
  }
}
