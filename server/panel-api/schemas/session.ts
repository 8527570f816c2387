import { z } from 'zod';
import { leadVisibilities, roles } from '#db/values/access.ts';

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
  company: companyView.extend({
    timeZone: z.string(),
    country: z.string().nullable(),
    /** ISO 4217, of amounts of won leads; `null`: that of the country. */
    currency: z.string().nullable(),
    agentsSee: z.enum(leadVisibilities),
    /** Minutes from the arrival of a lead in which it should be contacted. */
    contactTarget: z.number().int().nullable(),
    /** Days for which bodies of requests are stored. 0: they are not. */
    bodyRetentionDays: z.int(),
    /** Which leads the user sees. */
    sees: z.enum(leadVisibilities),
  }),
  companies: z.array(companyView),
});

export type SessionView = z.infer<typeof sessionView>;
