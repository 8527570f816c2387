import { z } from 'zod';
import { createLead } from '../../intake/create-lead.ts';
import { leadInput } from '../lead-input.ts';
import { createdLead } from '../lead-schema.ts';
import { compiled, publicProcedure } from '../procedure.ts';

export const createLeadOperation = publicProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/leads/public/{stepId}',
      operationId: 'createLead',
      tags: ['Leads'],
      summary: 'Create a lead',
      description: 'Creates a lead with its contact in a step of one of your funnels.',
      requestHeaders: z.object({
        'Idempotency-Key': z
          .string()
          .min(1)
          .max(257)
          .optional()
          .meta({
            description:
              'Makes a retry safe: for 24 hours the same key with the same step and body gives the same answer and no second lead. 1 to 255 visible ASCII characters, quoted or bare. Without it, a lead with the same step, name, phones and `externalLeadId` is taken for a retry.',
            examples: ['0192f0c1-7a3b-7c4d-8e5f-60718293a4b5'],
          }),
      }),
      responseHeaders: z.object({
        'X-Ignored-Fields': z.string().optional().meta({
          description:
            'Names of fields in the body that are not read, percent-encoded, at most 1,024 bytes. Ends with `%E2%80%A6` (…) when names are left out',
        }),
        'Idempotent-Replayed': z
          .literal('true')
          .optional()
          .meta({ description: '`true` when an earlier request created the lead' }),
      }),
      successDescription: 'The lead and its contact are stored',
    },
    success: { status: 201, message: 'Lead created successfully' },
    permission: 'leads:create',
  })
  .input(leadInput)
  .output(compiled(createdLead))
  .mutation(async ({ ctx, input: { submission, request, responseHeaders } }) => {
    const { kind, lead } = await createLead(
      ctx.intake,
      ctx.actor,
      { ...submission, origin: 'public_api', requestId: ctx.requestId },
      { request, until: ctx.deadline.until },
    );

    if (kind === 'repeated') ctx.responseHeaders['idempotent-replayed'] = 'true';
    Object.assign(ctx.responseHeaders, responseHeaders);
    return lead;
  });
