import { z } from 'zod';
import { roles } from '#db/values/access.ts';

const companyView = z.object({ slug: z.string(), name: z.string(), role: z.enum(roles) });

/** Who is signed in, where they are, and where else they may go. */
export const sessionView = z.object({
  application: z.object({ name: z.string() }),
  user: z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
  company: companyView,
  companies: z.array(companyView),
});

export type SessionView = z.infer<typeof sessionView>;

export const credentialsInput = z.object({
  email: z.string().trim().toLowerCase().max(254).pipe(z.email('Enter your email address')),
  password: z.string().min(1, 'Enter your password').max(200),
  code: z.string().trim().max(40).optional(),
});
