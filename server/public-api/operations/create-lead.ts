import { z } from 'zod';
import { createLead } from '../../intake/create-lead.ts';
import { idempotencyKeyHeader, leadInput } from '../lead-input.ts';
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
        'Idempotency-Key': z.string().regex(idempotencyKeyHeader).optional().meta({
          description:
            'Makes a retry safe: for 24 hours the same key with the same step and body gives the same answer and no second lead. Another body needs another key, such as a new UUID. 1 to 255 visible ASCII characters, quoted or bare. With or without it, a lead with the same step, name, phones and `externalLeadId` as an earlier one is taken for a retry.',
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
    examples: {
      body: {
        name: 'Maria Silva',
        phones: ['5511987654321'],
        segment: 'newsletter',
        campaignName: 'Spring',
        externalLeadId: '4711',
        customFields: { plan: 'pro', seats: 3 },
      },
      data: {
        id: '0192f0c2-8d4e-7f5a-9b6c-7d8e9fa0b1c2',
        contactId: '0192f0c2-8d4e-7f5a-9b6c-7d8e9fa0b1c3',
        segment: 'newsletter',
        status: 'new',
        priority: 'medium',
        temperature: 'warm',
        source: 'other',
        medium: 'none',
        channel: 'other',
        createdAt: '2026-11-22T12:00:00.000Z',
      },
    },
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
