/** What a file of leads is compared by, beside the id. No imports: the browser uses them too. */
export const comparedFields = ['name', 'phones', 'email'] as const;
export type ComparedField = (typeof comparedFields)[number];

/**
 * What became of a row that was missing: it may have arrived meanwhile, be refused as the API refuses
 * leads, or not be stored for a reason that passes.
 */
export const additionOutcomes = ['added', 'present', 'refused', 'failed'] as const;
export type AdditionOutcome = (typeof additionOutcomes)[number];

/** Rows of one call. The size of its body bounds them too. */
export const comparedAtOnce = 20_000;
export const addedAtOnce = 500;
