// The peer: the same endpoint as a careful team writes it by hand, without a queue. Keys from memory,
// answers from Fastify's compiled schema, prepared statements, a pool of 16, and one transaction for
// each lead with its contact. It writes no timeline and no counters, which the product does, so that
// no two of its transactions wait for one another. Steps are checked by the foreign key.
import fastify from 'fastify';
import { LRUCache } from 'lru-cache';
import postgres from 'postgres';
import { v7 } from 'uuid';
import { z } from 'zod';
import { createLeadInput } from '#server/public-api/lead-schema.ts';
import { hashSecret } from '#server/services/api-keys/secret.ts';

const environment = z.object({ DATABASE_URL: z.string(), KEY_PEPPER: z.string() });
const { DATABASE_URL, KEY_PEPPER } = environment.parse(process.env);
const noSuchRow = '23503';

const text = { type: 'string' };
const names = ['id', 'contactId', 'segment', 'status', 'priority', 'temperature', 'source'];
const properties = Object.fromEntries(
  [...names, 'medium', 'channel', 'createdAt'].map((name) => [name, text]),
);
const data = { type: 'object', properties };
const answer = { success: { type: 'boolean' }, data, message: text };
const response = { 201: { type: 'object', properties: answer } };

const sql = postgres(DATABASE_URL, { max: 16, onnotice: () => {} });

interface Key {
  id: string;
  companyId: string;
}

/** Keys that work, by the hash of their secret, for as long as the product keeps them. */
const keys = new LRUCache<string, Key>({
  max: 1_000,
  ttl: 5_000,
  fetchMethod: async (hash) => {
    const [key] = await sql<Key[]>`
      select id, company_id as "companyId" from api_keys
      where secret_hash = ${Buffer.from(hash, 'hex')} and deleted_at is null
        and (expires_at is null or expires_at > now())
        and (deactivated_at is null or deactivated_at > now())`;
    return key;
  },
});
const findKey = (secret: string) => keys.fetch(hashSecret(KEY_PEPPER, secret).toString('hex'));

const app = fastify({ logger: false });
const failure = (error: string) => ({ success: false, error });

type Submission = z.infer<typeof createLeadInput> & { requestId: string };

/** Both inserts are sent at once, so that the transaction costs three round trips and not four. */
async function storeLead(key: Key, submission: Submission) {
  const { name = '', phones = [], email = null, segment = '' } = submission;
  const lead = {
    id: v7(),
    contactId: v7(),
    segment,
    status: 'new',
    priority: 'medium',
    temperature: 'warm',
    source: submission.utmSource ?? 'api',
    medium: submission.utmMedium ?? 'none',
    channel: 'other',
  };

  const [, [stored]] = await sql.begin((transaction) => [
    transaction`
      insert into contacts (company_id, id, name, phones, email)
      values (${key.companyId}, ${lead.contactId}, ${name}, ${phones}, ${email})`,
    transaction<{ createdAt: Date }[]>`
      insert into leads (
        company_id, id, step_id, contact_id, name, phones, email, segment, status, priority,
        temperature, source, medium, channel, campaign_name, ad_name, adset_name, form_id,
        external_lead_id, page_id, page_name, utm_source, utm_medium, utm_campaign, utm_term,
        utm_content, gclid, fbclid, custom_fields, origin, api_key_id, request_id
      ) values (
        ${key.companyId}, ${lead.id}, ${submission.stepId}, ${lead.contactId}, ${name}, ${phones},
        ${email}, ${segment}, ${lead.status}, ${lead.priority}, ${lead.temperature},
        ${lead.source}, ${lead.medium}, ${lead.channel}, ${submission.campaignName ?? null},
        ${submission.adName ?? null}, ${submission.adsetName ?? null},
        ${submission.formId ?? null}, ${submission.externalLeadId ?? null},
        ${submission.pageId ?? null}, ${submission.pageName ?? null},
        ${submission.utmSource ?? null}, ${submission.utmMedium ?? null},
        ${submission.utmCampaign ?? null}, ${submission.utmTerm ?? null},
        ${submission.utmContent ?? null}, ${submission.gclid ?? null},
        ${submission.fbclid ?? null}, ${submission.customFields ? sql.json(submission.customFields) : null}, 'public_api',
        ${key.id}, ${submission.requestId}
      ) returning created_at as "createdAt"`,
  ]);
  if (!stored) throw new Error('An insert gave no row');

  return { ...lead, createdAt: stored.createdAt.toISOString() };
}

interface Route {
  Params: { stepId: string };
}

app.post<Route>('/api/leads/public/:stepId', { schema: { response } }, async (request, reply) => {
  const secret = request.headers['x-api-key'];
  const key = typeof secret === 'string' ? await findKey(secret) : undefined;
  if (!key) return reply.code(401).send(failure('Invalid or inactive API Key'));

  const input = createLeadInput.safeParse({
    ...z.record(z.string(), z.unknown()).parse(request.body),
    stepId: request.params.stepId,
  });
  if (!input.success) return reply.code(400).send(failure(z.prettifyError(input.error)));

  try {
    const data = await storeLead(key, { ...input.data, requestId: crypto.randomUUID() });
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
