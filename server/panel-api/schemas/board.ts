import { z } from 'zod';
import { leadOutcomes } from '#db/values/leads.ts';
import { leadPage, listLeadsInput } from './leads.ts';

export const boardInput = listLeadsInput
  .pick({ filter: true, search: true, limit: true, ids: true })
  .extend({ funnelId: z.uuid() });

const boardStep = leadPage.extend({
  id: z.uuid(),
  name: z.string(),
  /** Leads that are moved into it have ended so. */
  outcome: z.enum(leadOutcomes).nullable(),
  /** How many leads match. */
  leads: z.number().int(),
  /** There may be more than `leads`. */
  isAtLeast: z.boolean(),
  leadsToday: z.number().int(),
});

/** The steps of a funnel that are not archived, each with the first page of its leads. */
export const boardView = z.object({ steps: z.array(boardStep) });

export type BoardInput = z.infer<typeof boardInput>;
export type BoardStep = z.infer<typeof boardStep>;
export type BoardView = z.infer<typeof boardView>;
