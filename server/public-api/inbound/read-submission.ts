import type { SubmissionType } from '#db/values/intake-log.ts';
import { errors } from '../errors.ts';
import { explained, PublicError } from '../response.ts';
import { decodeSubmission } from './decode-submission.ts';
import { readPreset } from './presets.ts';

/**
 * The object in a body of any type.
 *
 * @throws PublicError for bytes that are no form, JSON or XML
 */
export function decodeBody(bytes: Uint8Array, contentType: string): object {
  const decoded = decodeSubmission(bytes, contentType);
  if (decoded.kind === 'fields') return decoded.body;

  throw new PublicError(explained(errors.submissionNotRead, decoded.why));
}

/**
 * The leads in a body that came to an inbound address, as objects with published names, and names of the
 * questions that were answered.
 *
 * @returns none where the call carries no person, as a test of the tool
 * @throws PublicError for bytes that are no form, JSON or XML
 */
export function readSubmission(
  bytes: Uint8Array,
  { preset, contentType }: SubmissionType,
): object[] {
  return readPreset(preset, decodeBody(bytes, contentType)).bodies;
}
