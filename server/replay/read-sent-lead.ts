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

async function orRefused<Read>(read: () => Promise<Read>): Promise<Read | PublicError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PublicError) return error;
    throw error;
  }
}

/** As `readSentLead`, what was sent being an object already. */
export const readSentObject = (
  body: object,
  ofKey: OfKey,
  stepId: string,
): Promise<SentLead | PublicError> =>
  orRefused(() => leadInput.parseAsync({ ...rawInputOf(body, ofKey), params: { stepId } }));

/**
 * Reads a body as the operation that creates a lead does.
 *
 * @param stepId that the lead goes to
 * @returns the error that refuses it
 */
export const readSentLead = (
  sent: SentBytes,
  ofKey: OfKey,
  stepId: string,
): Promise<SentLead | PublicError> =>
  orRefused(async () => {
    const raw = rawInputOf(objectIn(sent), ofKeyFor(sent, ofKey));
    return leadInput.parseAsync({ ...raw, params: { stepId } });
  });
