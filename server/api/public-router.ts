import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import type { z } from 'zod';
import { createLead } from '../services/leads/create-lead.ts';
import type { PublicContext } from './public-context.ts';
import { createdLead, createLeadInput } from './schemas/public-leads.ts';

const t = initTRPC.meta<OpenApiMeta>().context<PublicContext>().create();

/** Reached with a key alone. A cookie opens nothing here, and a key nothing of the panel. */
const keyProcedure = t.procedure.use(async ({ ctx, next }) =>
  next({ ctx: { actor: await ctx.actor } }),
);

/** tRPC prefers `parseAsync`, for which zod leaves the way that it has compiled. */
const parsedAtOnce = <Schema extends z.ZodType>(schema: Schema): Schema =>
  Object.assign(schema, { parseAsync: async (value: unknown) => schema.parse(value) });

export const publicRouter = t.router({
  leads: t.router({
    create: keyProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/leads/public/{stepId}',
          operationId: 'createLead',
          tags: ['Leads'],
          summary: 'Create a lead',
          description: 'Creates a lead with its contact in a step of one of your funnels.',
        },
      })
      .input(parsedAtOnce(createLeadInput))
      .output(parsedAtOnce(createdLead))
      .mutation(({ ctx, input }) =>
        createLead(ctx.leads, ctx.actor, {
          ...input,
          origin: 'public_api',
          requestId: ctx.requestId,
        }),
      ),
  }),
});
