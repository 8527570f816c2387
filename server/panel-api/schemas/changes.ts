import { z } from 'zod';

/** Something has changed in the company. Says where, not what: who shows it asks. */
export const changeView = z.object({
  /** Steps whose leads have changed; `null` when anything may have. The first one always says so. */
  steps: z.array(z.uuid()).nullable(),
});

export type ChangeView = z.infer<typeof changeView>;
