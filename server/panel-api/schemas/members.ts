import { z } from 'zod';
import { roles } from '#db/values/access.ts';

export const memberView = z.object({
  id: z.uuid(),
  name: z.string(),
  role: z.enum(roles),
  /** A deactivated member keeps leads, and gets no new ones. */
  isActive: z.boolean(),
});

export type MemberView = z.infer<typeof memberView>;
