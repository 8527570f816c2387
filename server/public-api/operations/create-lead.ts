import { z } from 'zod';
import { createLead, originOf, previewLead } from '../../intake/create-lead.ts';
import { lateRetryKey } from '../../intake/request-keys.ts';
import { countCreated } from '../../usage/lead-counts.ts';
import { createdLead, previewedLead } from '../created-lead.ts';
import { explainStepNotFound } from '../diagnose/explain.ts';
import { requestHeaders } from '../lead-headers.ts';
import { leadInput } from '../lead-input.ts';
import { compiled, dryRun, publicProcedure } from '../procedure.ts';

export const leadExample = {
  name: 'Maria Silva',
  phones: ['5511987654321'],
  segment: 'newsletter',
  campaignName: 'Spring',
  externalLeadId: '4711',
  customFields: { plan: 'pro', seats: 3 },
};
export const createdExample = {
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
};

export const createdMessage = 'Lead created successfully';
/** In the intake log; the answer says what it says for the lead. */
export const repeatedMessage = 'An earlier request had created this lead';

export const createLeadOperation = publicProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/leads/public/{stepId}',
      operationId: 'createLead',
      tags: ['Leads'],
      summary: 'Create a lead',
      description: 'Creates a lead with its contact in a step of one of your funnels.',
      requestHeaders: requestHeaders(
        'Makes a retry safe: for seven days the same key with the same step and fields gives the same answer and no second lead. The order of fields, spacing and ignored fields do not matter. Other fields need another key, such as a new UUID. 1 to 255 visible ASCII characters, quoted or bare; a placeholder such as `{{$guid}}` counts as absent. With or without it, a lead with the same step, `externalLeadId` and everything that the person said as an earlier one is taken for a retry.',
      ),
      responseHeaders: z.object({
        'Idempotent-Replayed': z
          .literal('true')
          .optional()
          .meta({ description: '`true` when an earlier request created the lead' }),
      }),
      successDescription: 'The lead and its contact are stored',
    },
    success: { status: 201, message: createdMessage },
    examples: {
      body: leadExample,
      data: createdExample,
      dryRun: { ...createdExample, id: null, contactId: null },
    },
    permission: 'leads:create',
  })
  .input(leadInput)
  .output(compiled(z.union([createdLead, previewedLead])))
  .mutation(async ({ ctx, input }) => {
    const { submission, idempotencyKey, isDryRun, isTest, responseHeaders } = input;
    const origin = originOf(ctx.actor, isTest);
    ctx.caller.idempotencyKey = idempotencyKey;
    const { kind, lead } = await (isDryRun ? previewLead : createLead)(
      ctx.intake,
      ctx.actor,
      { ...submission, origin, requestId: ctx.requestId },
      {
        idempotencyKey,
        bodyKey: lateRetryKey(ctx.actor, submission.stepId, ctx.caller.body),
        until: ctx.deadline.until,
      },
    ).catch((error) => explainStepNotFound(ctx, error));

    if (!isDryRun) ctx.caller.leadId = lead.id ?? undefined;
    if (!isDryRun && kind === 'created') {
      ctx.caller.created = countCreated([{ ...submission, origin }]);
    }
    if (kind === 'repeated') {
      ctx.answer.headers['idempotent-replayed'] = 'true';
      ctx.caller.message = repeatedMessage;
    }
    if (isDryRun) {
      ctx.answer.success = dryRun;
      ctx.caller.message = dryRun.message;
    }
    Object.assign(ctx.answer.headers, responseHeaders);
    return lead;
  });
