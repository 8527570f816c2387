import { z } from 'zod';
import { listLeadsByExternalId, readLead } from '../../services/leads/read-leads.ts';
import { createdLead } from '../created-lead.ts';
import { parserOf } from '../lead-input.ts';
import { compiled, publicProcedure } from '../procedure.ts';
import { invalidFields } from '../response.ts';
import { createdExample } from './create-lead.ts';

const storedLead = createdLead
  .extend({
    stepId: z.uuid().meta({ description: 'Where the lead is now' }),
    externalLeadId: z.string().nullable(),
  })
  .meta({ id: 'StoredLead', description: 'A lead as it is now' });

const example = {
  ...createdExample,
  stepId: '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5',
  externalLeadId: '4711',
};

const leadIdInput = z.object({
  leadId: z.string().meta({
    description: 'Identifier of the lead, from the answer to its creation',
    param: { example: createdExample.id },
  }),
});

export const getLead = publicProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/leads/{leadId}',
      operationId: 'getLead',
      tags: ['Leads'],
      summary: 'Read a lead',
      description:
        'Tells what a lead of your funnels is now. A test key reads tests, and no other key does.',
      successDescription: 'The lead',
    },
    success: { status: 200, message: 'Lead found' },
    examples: { data: example },
    permission: 'leads:read',
  })
  .input(parserOf(leadIdInput, ({ params }) => params.leadId ?? ''))
  .output(compiled(storedLead))
  .query(({ ctx, input }) => ctx.deadline.limit(readLead(ctx.db, ctx.actor, input)));

const externalIdInput = z.object({
  externalLeadId: z.string().meta({
    description: 'Id of the lead where it comes from, as it was sent; also `lead_id`',
    param: { example: '4711' },
  }),
});

/** @throws PublicError 400 */
function readExternalId(query: object): string {
  const { externalLeadId = '', lead_id = '' }: { externalLeadId?: string; lead_id?: string } =
    query;
  const [id = '', other] = new Set([externalLeadId.trim(), lead_id.trim()].filter(Boolean));
  if (other !== undefined) {
    const path = 'externalLeadId, lead_id';
    const message = 'have different values; send one of them';
    throw invalidFields([{ path, message, code: 'conflict' }]);
  }
  if (id !== '' && !id.includes('\0') && id.isWellFormed()) return id;

  const issue = { path: 'externalLeadId', message: 'is required', code: 'required' };
  throw invalidFields([issue]);
}

export const findLeads = publicProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/leads',
      operationId: 'findLeads',
      tags: ['Leads'],
      summary: 'Find leads by their external id',
      description:
        'Lists the leads of your funnels with an `externalLeadId`, the newest first; with a test key the tests.',
      successDescription: 'The leads, none when there is no such lead',
    },
    success: { status: 200, message: 'Leads listed successfully' },
    examples: { data: [example] },
    permission: 'leads:read',
  })
  .input(parserOf(externalIdInput, ({ body }) => readExternalId(body)))
  .output(compiled(z.array(storedLead)))
  .query(({ ctx, input }) => ctx.deadline.limit(listLeadsByExternalId(ctx.db, ctx.actor, input)));
