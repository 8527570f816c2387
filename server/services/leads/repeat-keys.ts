import { hash } from 'node:crypto';
import type { Submission } from './create-lead.ts';

/** How a request is known when it is sent again. UUIDs: the first 128 bits of a SHA-256. */
export interface RepeatKeys {
  /** What decides whether this is a repeat, within the company. */
  key: string;
  /** With an `Idempotency-Key`: step and body, to notice that the key came with others before. */
  request?: string;
  /** With an `Idempotency-Key`: what retries without one are known by. */
  alsoKey?: string;
}

/** What came with an `Idempotency-Key`. */
export interface IdempotentCall {
  idempotencyKey: string;
  body: Uint8Array;
}

function digest(data: string | Uint8Array): string {
  const hex = hash('sha256', data, 'hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}

/** The same text is made by the migration `0003_safety.sql` for leads that were there before. */
function retryKey(submission: Submission): string | undefined {
  const { stepId, externalLeadId, phones = [], name } = submission;
  if (!externalLeadId) return undefined;

  const length = Buffer.byteLength(externalLeadId);
  return digest(`external|${stepId}|${length}|${externalLeadId}|${phones.join()}|${name}`);
}

/**
 * Without an `Idempotency-Key`, a lead of the same step, name, phones and external id is a retry.
 * Absent: every such request is a new lead.
 */
export function repeatKeysOf(
  submission: Submission,
  call: IdempotentCall | undefined,
): RepeatKeys | undefined {
  const retry = retryKey(submission);
  if (!call) return retry === undefined ? undefined : { key: retry };

  return {
    key: digest(`idempotency|${call.idempotencyKey}`),
    request: digest(`${submission.stepId}|${hash('sha256', call.body)}`),
    ...(retry !== undefined && { alsoKey: retry }),
  };
}
