import {
  type OfKey,
  objectIn,
  ofKeyFor,
  rawInputOf,
  type SentBytes,
} from '../public-api/diagnose/try-lead.ts';
import type { LeadInput } from '../public-api/lead-input.ts';
import { leadInput } from '../public-api/lead-input.ts';
import { PublicError } from '../public-api/response.ts';

export type SentLead = Pick<LeadInput, 'submission' | 'isTest'>;

/**
 * Reads a body as the operation that creates a lead does.
 *
 * @param stepId that the lead goes to
 * @returns the error that refuses it
 */
export async function readSentLead(
  sent: SentBytes,
  ofKey: OfKey,
  stepId: string,
): Promise<SentLead | PublicError> {
  try {
    const raw = rawInputOf(objectIn(sent), ofKeyFor(sent, ofKey));
    return await leadInput.parseAsync({ ...raw, params: { stepId } });
  } catch (error) {
    if (error instanceof PublicError) return error;
    throw error;
  }
}
