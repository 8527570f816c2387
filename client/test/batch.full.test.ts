import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { LeadgateBatchError, NewLead } from '../src/index.ts';
import type { RefusedLead } from '../src/types.ts';
import { withApi } from './api.ts';
import type { Fate } from './faulty-proxy.ts';

const api = withApi();
const { proxy } = api;

/** A client whose key has a rate of its own, and twice as much at once. */
const limitedTo = async (rateLimit: number, options = {}) => {
  const { secret } = await api.tenant.newKey({ rateLimit });
  return api.client({ apiKey: secret, ...options });
};
const many = (length: number, name: string) =>
  Array.from({ length }, (_, n): NewLead => ({ name: `${name} ${n}` }));
/** Leads in each batch that was sent. */
const sizes = () =>
  proxy.sent
    .filter(({ path }) => path?.endsWith('/batch'))
    .map(({ body }) => (JSON.parse(body) as { leads: unknown[] }).leads.length);
const batchKeys = () => proxy.sent.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
/** An answer that refuses each lead. */
const batchAnswer = (results: RefusedLead[]): Fate => {
  const data = { created: 0, replayed: 0, failed: results.length, results };
  return { status: 200, body: JSON.stringify({ success: true, data, message: '' }) };
};
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call has succeeded'),
    (error: unknown) => error as LeadgateBatchError,
  );

describe('createLeads', () => {
  it('creates 1,200 leads with bad and repeated ones, in their order', async () => {
    proxy.expect();
    const name = api.newName();
    const externalLeadId = randomUUID();
    const leads = many(1_200, name).map((lead, n): NewLead => {
      if (n % 100 === 7) return { name: '' };
      return n % 100 === 9 ? { name, externalLeadId } : lead;
    });
    const client = await limitedTo(10_000);
    const { results, ...counts } = await client.createLeads(api.tenant.stepId, leads);

    expect(counts).toEqual({
      created: 1_177,
      replayed: 11,
      failed: 12,
      warnings: { unread: [], ignored: [], truncated: [] },
    });
    expect(sizes()).toEqual([500, 500, 200]);
    expect(results.map(({ index }) => index)).toEqual(leads.map((_, n) => n));
    expect(results[107]?.error).toEqual({
      status: 400,
      kind: 'invalid-fields',
      message: 'name: is required (the body has name)',
      docs: `${new URL(proxy.baseUrl).origin}/docs/errors#invalid-fields`,
      issues: [
        {
          path: 'name',
          pointer: '/name',
          message: 'is required (the body has name)',
          code: 'required',
        },
      ],
      mayBeStored: false,
    });
    const replay = { index: 109, lead: results[9]?.lead, replayed: true, warnings: [] };
    expect(results[109]).toEqual(replay);
    const ids = results.flatMap(({ lead, replayed }) => (lead && !replayed ? [lead.id] : []));
    const stored = await api.sql`select name from leads where id = any(${ids}) order by id`;
    expect(stored.length).toBe(1_177);
    expect(await api.count(name)).toBe(1_177);
    const [row] = await api.sql`select name from leads where id = ${results[555]?.lead?.id ?? ''}`;
    expect(row?.name).toBe(`${name} 555`);
  });

  it('sends parts of at most 1 MiB, and refuses a lead that fits into none', async () => {
    const client = await limitedTo(10_000);
    proxy.expect();
    const name = api.newName();
    const leads: NewLead[] = many(300, name).map((lead) => ({
      ...lead,
      message: 'ç'.repeat(5_000),
    }));
    leads[5] = { name, message: 'x'.repeat(1_100_000) };
    leads[6] = { name, message: 'x'.repeat(100_000) };
    const { created, results } = await client.createLeads(api.tenant.stepId, leads);
    expect([created, await api.count(name)]).toEqual([298, 298]);
    expect([results[5]?.error, results[6]?.error]).toEqual(
      Array(2).fill({
        status: 413,
        kind: 'body-too-large',
        message: 'Request body must not exceed 64 KiB',
        docs: `${new URL(proxy.baseUrl).origin}/docs/errors#body-too-large`,
        issues: [],
        mayBeStored: false,
      }),
    );
    expect(sizes().length).toBeGreaterThan(2);
    for (const { body } of proxy.sent)
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(1_048_576);
  });

  it('sends the leads beyond the rate again, and creates each once', async () => {
    const client = await limitedTo(20);
    proxy.expect();
    const name = api.newName();
    const other = client.createLeads(api.tenant.stepId, many(50, `${name} other`));
    const { created, failed } = await client.createLeads(api.tenant.stepId, many(50, name));
    expect([created, failed, (await other).created]).toEqual([50, 0, 50]);
    expect(await api.count(name)).toBe(100);
    const sent = sizes().reduce((sum, size) => sum + size, 0);
    expect(sent).toBeGreaterThan(100);
  });

  it.each<[Fate[]]>([
    [['forward', 'cut after']],
    [['forward', 'cut within', 'cut before']],
    [['forward', 'cut after', 'forward', 'cut after']],
    [['forward', { status: 502 }]],
  ])('creates each lead once after %j, also at the limit of the rate', async (fates) => {
    const client = await limitedTo(20);
    proxy.expect(...fates);
    const name = api.newName();
    const { results, failed } = await client.createLeads(api.tenant.stepId, many(50, name));
    expect([failed, await api.count(name)]).toEqual([0, 50]);
    const stored = await api.sql`select id, name from leads where starts_with(name, ${name})`;
    const names = new Map(stored.map((row) => [row.id, row.name]));
    expect(results.map(({ lead }) => names.get(lead?.id))).toEqual(
      many(50, name).map((lead) => lead.name),
    );
  });

  it('keeps the place of a lead that may have been stored, although it is beyond the rate then', async () => {
    const client = await limitedTo(100);
    await client.getMe();
    const name = api.newName();
    const refused = many(10, name).map((_, index) => ({
      index,
      ...(index < 5
        ? { status: 503, error: 'Service temporarily unavailable' }
        : { status: 429, error: 'Too many requests' }),
    }));
    proxy.expect('cut after', batchAnswer(refused));
    const { results } = await client.createLeads(api.tenant.stepId, many(10, name));
    expect(results.map(({ replayed }) => replayed)).toEqual(Array(10).fill(true));
    expect(await api.count(name)).toBe(10);
    expect([sizes(), new Set(batchKeys()).size]).toEqual([[10, 10, 10], 1]);
  });

  it('keeps the results of earlier parts when it has to end', async () => {
    const client = await limitedTo(30, { maxRetries: 0 });
    proxy.expect('forward', 'forward', 'cut after');
    const name = api.newName();
    const error = await failureOf(client.createLeads(api.tenant.stepId, many(50, name)));
    expect(error).toMatchObject({
      name: 'LeadgateBatchError',
      cause: { name: 'LeadgateConnectionError' },
      uncertain: Array.from({ length: 20 }, (_, n) => 30 + n),
    });
    expect(error.results.map(({ index }) => index)).toEqual(
      Array.from({ length: 30 }, (_, n) => n),
    );
    expect(await api.count(name)).toBe(50);
  });

  it('ends with the plain error when surely nothing was stored', async () => {
    proxy.expect();
    const client = api.client();
    expect(await failureOf(client.createLeads(randomUUID(), many(3, 'M')))).toMatchObject({
      name: 'LeadgateError',
      kind: 'step-not-found',
    });
    const unknown = api.client({ apiKey: 'junk' });
    expect(await failureOf(unknown.createLeads(api.tenant.stepId, many(3, 'M')))).toMatchObject({
      status: 401,
      kind: 'key-invalid',
    });
  });

  it('can be aborted between two parts', async () => {
    const client = await limitedTo(20);
    await client.getMe();
    proxy.expect('forward', 'stall');
    const name = api.newName();
    const controller = new AbortController();
    const call = failureOf(
      client.createLeads(api.tenant.stepId, many(100, name), { signal: controller.signal }),
    );
    await expect.poll(() => proxy.sent.length).toBe(2);
    controller.abort();
    const error = await call;
    expect(error).toMatchObject({ cause: { name: 'AbortError' } });
    expect([error.results.length, error.uncertain.length]).toEqual([20, 20]);
  });

  it('names ignored and cut fields of all parts, and sends nothing for no leads', async () => {
    const client = await limitedTo(2);
    const name = api.newName();
    const leads = [{ name, city: 'x' }, { name }, { name, country: 'x', gclid: 'g'.repeat(600) }];
    const answer = await client.createLeads(api.tenant.stepId, leads);
    expect(answer.warnings).toEqual({
      unread: [],
      ignored: ['city', 'country'],
      truncated: ['gclid'],
    });
    proxy.expect();
    expect(await client.createLeads(api.tenant.stepId, [])).toMatchObject({ results: [] });
    expect(proxy.sent).toEqual([]);
  });

  it('says that a lead may be stored when the server has failed to the end', async () => {
    const fate = batchAnswer([
      { index: 0, status: 503, error: 'Service temporarily unavailable' },
      { index: 1, status: 400, error: 'name: is required' },
    ]);
    const client = api.client({ maxRetries: 1 });
    await client.getMe();
    proxy.expect(fate, fate);
    const answer = await client.createLeads(api.tenant.stepId, many(2, 'M'));
    expect(answer.results.map(({ error }) => error?.mayBeStored)).toEqual([true, false]);
    expect([sizes(), new Set(batchKeys()).size]).toEqual([[2, 1], 1]);
  });
});

describe('dryRunLeads', () => {
  it('checks each lead and creates none', async () => {
    const name = api.newName();
    const { wouldCreate, failed, results } = await api
      .client()
      .dryRunLeads(api.tenant.stepId, [{ name }, { name: '' }]);
    expect([wouldCreate, failed, results[0]?.lead?.id]).toEqual([1, 1, null]);
    expect(await api.count(name)).toBe(0);
  });
});
