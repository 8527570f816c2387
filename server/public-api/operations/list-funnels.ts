import { z } from 'zod';
import { listReachableFunnels } from '../../services/funnels/list-reachable-funnels.ts';
import { publicProcedure } from '../procedure.ts';

const step = z.object({ id: z.uuid(), name: z.string(), position: z.int() });

export const listFunnels = publicProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/funnels',
      operationId: 'listFunnels',
      tags: ['Key'],
      summary: 'List funnels and steps',
      description: 'Lists the funnels and steps that the key may create leads in, in their order.',
      successDescription: 'The funnels with their steps',
    },
    success: { status: 200, message: 'Funnels listed successfully' },
    examples: {
      data: [
        {
          id: '0192f0c1-6b2a-7d3c-9e4f-50617283940a',
          name: 'Website',
          steps: [{ id: '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5', name: 'New', position: 0 }],
        },
      ],
    },
  })
  .output(
    z.array(
      z.object({ id: z.uuid(), name: z.string(), steps: z.array(step) }).meta({ id: 'Funnel' }),
    ),
  )
  .query(({ ctx }) => ctx.deadline.limit(listReachableFunnels(ctx.db, ctx.actor)));
