import { LeadConflictError } from '../services/leads/lead-changes.ts';

/** Repeats an edit that reads the value first, until no other change comes in between. */
export async function untilUnchanged<Result>(edit: () => Promise<Result>): Promise<Result> {
  try {
    return await edit();
  } catch (error) {
    if (error instanceof LeadConflictError) return untilUnchanged(edit);
    throw error;
  }
}
