import { z } from 'zod';
import { apiKeyPermissions } from '#db/values/access.ts';
import { apiKeyKinds } from '#db/values/api-keys.ts';
import { getKeyIdentity } from '../../services/api-keys/get-key-identity.ts';
import { publicProcedure } from '../procedure.ts';

export const getMe = publicProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/me',
      operationId: 'getMe',
      tags: ['Key'],
      summary: 'Test a key',
      description: 'Tells what the key is and what it may do. Call it to test a credential.',
      successDescription: 'What the key is',
    },
    success: { status: 200, message: 'API Key is valid' },
    examples: {
      data: {
        id: '0192f0c1-7a3b-7c4d-8e5f-60718293a4b5',
        name: 'Website',
        kind: 'live',
        permissions: ['leads:create'],
        expiresAt: null,
        rateLimit: 100,
        application: { name: 'Leadgate' },
        company: { id: '0192f0c0-1c2d-7e3f-8a4b-5c6d7e8f9a0b', name: 'Acme', slug: 'acme' },
        limitedTo: null,
      },
    },
  })
  .output(
    z
      .object({
        id: z.uuid().meta({ description: 'Identifier of the key' }),
        name: z.string().meta({ description: 'What an admin called it' }),
        kind: z
          .enum(apiKeyKinds)
          .meta({ description: 'Leads sent with a test key (`rehearsal`) are tests' }),
        permissions: z.array(z.enum(apiKeyPermissions)),
        expiresAt: z.iso.datetime({ precision: 3 }).nullable(),
        rateLimit: z
          .number()
          .nullable()
          .meta({ description: 'Requests a second; `null` without a limit' }),
        application: z.object({ name: z.string() }),
        company: z.object({ id: z.uuid(), name: z.string(), slug: z.string() }),
        limitedTo: z
          .object({ funnelIds: z.array(z.uuid()), stepIds: z.array(z.uuid()) })
          .nullable()
          .meta({ description: 'Where it may create leads; `null` for every step' }),
      })
      .meta({ id: 'Key' }),
  )
  .query(({ ctx }) =>
    ctx.deadline.limit(
      getKeyIdentity(ctx.db, ctx.actor, {
        applicationName: ctx.application.name,
        rateLimit: ctx.intake.rates.limitOf(ctx.actor),
      }),
    ),
  );
