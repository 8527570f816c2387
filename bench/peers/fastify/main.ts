// Peer 1: the same endpoint as a careful team writes it by hand, without a queue. Keys from memory,
// answers from Fastify's compiled schema, prepared statements, a pool of 16, and one transaction for
// each lead with its contact. It writes no timeline and no counters, which the product does, so that
// no two of its transactions wait for one another. Steps are checked by the foreign key.
import fastify from 'fastify';
import postgres from 'postgres';
import { z } from 'zod';
import { createLeadInput } from '#server/public-api/lead-schema.ts';
import { KeyCache } from './key-cache.ts';
import { storeLead } from './store-lead.ts';

const environment = z.object({ DATABASE_URL: z.string(), KEY_PEPPER: z.string() });
const { DATABASE_URL, KEY_PEPPER } = environment.parse(process.env);
const noSuchRow = '23503';

const text = { type: 'string' } as const;
const lead = {
  type: 'object',
  properties: {
    id: text,
    contactId: text,
    segment: text,
    status: text,
    priority: text,
    temperature: text,
    source: text,
    medium: text,
    channel: text,
    createdAt: text,
  },
} as const;
const response = {
  201: {
    type: 'object',
    properties: { success: { type: 'boolean' }, data: lead, message: text },
  },
} as const;

const sql = postgres(DATABASE_URL, { max: 16, onnotice: () => {} });
const keys = new KeyCache(sql, KEY_PEPPER);
const app = fastify({ logger: false });
const failure = (error: string) => ({ success: false, error });

interface Route {
  Params: { stepId: string };
}

app.post<Route>('/api/leads/public/:stepId', { schema: { response } }, async (request, reply) => {
  const secret = request.headers['x-api-key'];
  const key = typeof secret === 'string' ? await keys.find(secret) : undefined;
  if (!key) return reply.code(401).send(failure('Invalid or inactive API Key'));

  const input = createLeadInput.safeParse({
    ...z.record(z.string(), z.unknown()).parse(request.body),
    stepId: request.params.stepId,
  });
  if (!input.success) return reply.code(400).send(failure(z.prettifyError(input.error)));

  try {
    const data = await storeLead(sql, key, { ...input.data, requestId: crypto.randomUUID() });
    return reply.code(201).send({ success: true, data, message: 'Lead created successfully' });
  } catch (error) {
    if (!(error instanceof postgres.PostgresError && error.code === noSuchRow)) throw error;
    return reply.code(404).send(failure('Funnel step not found'));
  }
});

process.on('SIGTERM', async () => {
  await app.close();
  await sql.end({ timeout: 1 });
});
const address = await app.listen({ port: 0 });
console.log(`ready at http://localhost:${new URL(address).port}`);
