import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { z } from 'zod';
import { createLead } from '../services/leads/create-lead.ts';
import type { PublicContext } from './public-context.ts';
import { createdLead, createLeadInput } from './schemas/public-leads.ts';

const t = initTRPC.meta<OpenApiMeta>().context<PublicContext>().create();

/** Reached with a key alone. A cookie opens nothing here, and a key nothing of the panel. */
const keyProcedure = t.procedure.use(async ({ ctx, next }) =>
  next({ ctx: { actor: await ctx.actor } }),
);

/**
 * Compiled to one function, a quarter of the time; a refused value is parsed again by zod itself,
 * which words the refusal. tRPC prefers `parseAsync`, for which zod leaves the compiled way.
 */
function compiled<Schema extends z.ZodType>(schema: Schema): Schema {
  const fast = z.compile(schema, { strict: true });
  return Object.assign(fast, { parseAsync: (value: unknown) => fast.parse(value) });
}

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
      .input(compiled(createLeadInput))
      .output(compiled(createdLead))
      .mutation(({ ctx, input }) =>
        createLead(
          ctx.leads,
          ctx.actor,
          { ...input, origin: 'public_api', requestId: ctx.requestId },
          ctx.call,
        ),
      ),
  }),
});
