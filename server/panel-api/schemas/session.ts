import { z } from 'zod';
import { roles } from '#db/values/access.ts';

const companyView = z.object({ slug: z.string(), name: z.string(), role: z.enum(roles) });

/** Who is signed in, where they are, and where else they may go. */
export const sessionView = z.object({
  application: z.object({ name: z.string() }),
  user: z.object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    timeZone: z.string().nullable(),
  }),
  company: companyView.extend({ timeZone: z.string() }),
  companies: z.array(companyView),
});

export type SessionView = z.infer<typeof sessionView>;
