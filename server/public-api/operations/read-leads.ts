import { z } from 'zod';
import type { ApiKeyActor } from '../../services/actor.ts';
import { encodeCursor } from '../../services/cursor.ts';
import { listArrivals } from '../../services/leads/list-arrivals.ts';
import { listLeadsByExternalId, maxListed, readLead } from '../../services/leads/read-leads.ts';
import { createdLead } from '../created-lead.ts';
import { parserOf } from '../lead-input.ts';
import { leadQuery, nextHeader } from '../lead-query.ts';
import { compiled, type PublicContext, publicProcedure } from '../procedure.ts';
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

/** A page in the order of arrival, with the place where it ends in a header. */
async function listPage(
  { db, actor, answer }: PublicContext & { actor: ApiKeyActor },
  query: Parameters<typeof listArrivals>[2],
) {
  const { leads, end } = await listArrivals(db, actor, query);
  answer.headers[nextHeader.toLowerCase()] = encodeCursor(end);
  return leads;
}

export const findLeads = publicProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/leads',
      operationId: 'findLeads',
      tags: ['Leads'],
      summary: 'List leads, or find them by their external id',
      description: `Lists the leads of your funnels in the order in which they came, with a test key the tests. Send the \`${nextHeader}\` of the answer as \`after\` of the next request: no lead is left out, and none comes twice. A lead is listed some seconds after it came. With \`externalLeadId\`, lists at most ${maxListed} leads that have it, the newest first.`,
      responseHeaders: z.object({
        [nextHeader]: z.string().optional().meta({
          description:
            'Where the page ends: send it as `after`. Also of an empty page. Absent with `externalLeadId`.',
        }),
      }),
      successDescription: 'The leads, none when there is no such lead',
    },
    success: { status: 200, message: 'Leads listed successfully' },
    examples: { data: [example] },
    permission: 'leads:read',
  })
  .input(leadQuery)
  .output(compiled(z.array(storedLead)))
  .query(({ ctx, input }) =>
    ctx.deadline.limit(
      typeof input === 'string'
        ? listLeadsByExternalId(ctx.db, ctx.actor, input)
        : listPage(ctx, input),
    ),
  );
