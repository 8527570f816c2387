import { type OfKey, objectIn, rawInputOf } from '../public-api/diagnose/try-lead.ts';
import type { LeadInput } from '../public-api/lead-input.ts';
import { leadInput } from '../public-api/lead-input.ts';
import { PublicError } from '../public-api/response.ts';
import type { SentBody } from '../services/intake-log/read-bodies.ts';

export type SentLead = Pick<LeadInput, 'submission' | 'isTest'>;

export const bytesOf = ({ text, encoding }: Pick<SentBody, 'text' | 'encoding'>) =>
  Buffer.from(text, encoding);

/**
 * Reads a body as the operation that creates a lead does.
 *
 * @param stepId that the lead goes to
 * @returns the error that refuses it
 */
export async function readSentLead(
  body: Uint8Array,
  ofKey: OfKey,
  stepId: string,
): Promise<SentLead | PublicError> {
  try {
    return await leadInput.parseAsync({ ...rawInputOf(objectIn(body), ofKey), params: { stepId } });
  } catch (error) {
    if (error instanceof PublicError) return error;
    throw error;
  }
}
