import type { SubmissionType } from '#db/values/intake-log.ts';
import { errors } from '../errors.ts';
import { explained, PublicError } from '../response.ts';
import { decodeSubmission } from './decode-submission.ts';
import { readPreset } from './presets.ts';

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
  const decoded = decodeSubmission(bytes, contentType);
  if (decoded.kind === 'unreadable') {
    throw new PublicError(explained(errors.submissionNotRead, decoded.why));
  }
  return readPreset(preset, decoded.body).bodies;
}
