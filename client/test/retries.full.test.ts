import { describe, expect, it } from 'vitest';
import { type LeadgateConnectionError, LeadgateError, type Simulation } from '../src/index.ts';
import { withApi } from './api.ts';
import type { Fate } from './faulty-proxy.ts';

const api = withApi();
const { proxy } = api;

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('the call has succeeded'),
    (error: unknown) => error,
  );

describe('X-Simulate', () => {
  it.each<[Simulation, attempts: number]>([
    ['409', 2],
    ['429;retry=1', 2],
    ['500', 2],
    ['503', 2],
    ['slow=1s', 1],
    ['close;before=commit', 2],
    ['close;after=commit', 2],
  ])('%s ends with one lead', async (simulate, attempts) => {
    proxy.expect();
    const name = api.newName();
    const { lead } = await api.withTestKey().createLead(api.tenant.stepId, { name }, { simulate });
    expect(lead.id).toMatch(/^[0-9a-f-]{36}$/);
    expect([proxy.sent.length, await api.count(name)]).toEqual([attempts, 1]);
  });

  it.each<[Simulation, kind: string]>([
    ['401', 'key-invalid'],
    ['403', 'key-of-other-application'],
    ['404', 'step-not-found'],
  ])('%s is an error at once, and creates no lead', async (simulate, kind) => {
    proxy.expect();
    const name = api.newName();
    const call = api.withTestKey().createLead(api.tenant.stepId, { name }, { simulate });
    expect(await failureOf(call)).toMatchObject({
      name: 'LeadgateError',
      status: Number(simulate),
      kind,
      attempts: 1,
    });
    expect([proxy.sent.length, await api.count(name)]).toEqual([1, 0]);
  });

  it('slow ends with one lead when the first attempt has timed out', async () => {
    proxy.expect();
    const name = api.newName();
    const client = api.withTestKey({ timeoutMs: 700 });
    const answer = await client.createLead(api.tenant.stepId, { name }, { simulate: 'slow=2s' });
    expect(answer.replayed).toBe(true);
    expect([proxy.sent.length, await api.count(name)]).toEqual([2, 1]);
  });

  it.each<Simulation>(['503', 'close;before=commit', 'close;after=commit'])(
    '%s ends with one lead each for a batch',
    async (simulate) => {
      const name = api.newName();
      const leads = Array.from({ length: 20 }, () => ({ name }));
      const { results } = await api
        .withTestKey()
        .createLeads(api.tenant.stepId, leads, { simulate });
      expect(results.map(({ lead }) => typeof lead?.id)).toEqual(leads.map(() => 'string'));
      expect(await api.count(name)).toBe(20);
    },
  );
});

describe('a failure on the way', () => {
  it.each<[Fate[], stored: number]>([
    [['cut before'], 1],
    [['cut after'], 1],
    [['cut within'], 1],
    [['cut before', 'cut after', 'cut within', 'forward'], 1],
    [[{ status: 500 }], 1],
    [[{ status: 502, body: '<html>Bad Gateway</html>' }], 1],
    [[{ status: 503, headers: { 'retry-after': '1' } }], 1],
    [[{ status: 504 }], 1],
    [[{ status: 408 }], 1],
    [[{ status: 429 }], 1],
    [[{ status: 409, headers: { 'retry-after': '1' } }], 1],
  ])('%j: one lead, under one Idempotency-Key', async (fates, stored) => {
    proxy.expect(...fates);
    const name = api.newName();
    const { lead } = await api.client().createLead(api.tenant.stepId, { name });
    expect(await api.sql`select id from leads where name = ${name}`).toEqual([{ id: lead.id }]);
    expect(await api.count(name)).toBe(stored);
    expect(proxy.sent.length).toBeGreaterThan(1);
    expect(new Set(proxy.headers('idempotency-key')).size).toBe(1);
    expect(proxy.headers('idempotency-key')[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is retried for a GET', async () => {
    proxy.expect('cut before', { status: 503 });
    expect(await api.client().getMe()).toMatchObject({ id: api.tenant.key.id });
    expect([proxy.sent.length, proxy.headers('idempotency-key')]).toEqual([
      3,
      [undefined, undefined, undefined],
    ]);
  });

  it.each([400, 401, 403, 404, 405, 409, 413, 415, 417, 422, 431])(
    'with %d is not retried',
    async (status) => {
      proxy.expect({ status });
      const call = api.client().createLead(api.tenant.stepId, { name: 'M' });
      expect(await failureOf(call)).toMatchObject({ status, kind: 'unknown', attempts: 1 });
      expect(proxy.sent).toHaveLength(1);
    },
  );

  it('waits for Retry-After, in seconds and as a date', async () => {
    const inTwoSeconds = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 2_000).toUTCString();
    for (const value of ['2', inTwoSeconds]) {
      proxy.expect({ status: 429, headers: { 'retry-after': value } });
      const began = Date.now();
      await api.client().getMe();
      const waited = Date.now() - began;
      const due = value === '2' ? 2_000 : Date.parse(value) - began;
      expect(waited).toBeGreaterThanOrEqual(due - 5);
      expect(waited).toBeLessThan(due + 1_500);
    }
  });

  it('gives up at once when Retry-After is later than the total time-out', async () => {
    proxy.expect({ status: 503, headers: { 'retry-after': '60' } });
    const began = performance.now();
    const error = await failureOf(api.client({ totalTimeoutMs: 5_000 }).getMe());
    expect(error).toMatchObject({ status: 503, retryAfterMs: 60_000, attempts: 1 });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('ends with the last error when the retries are used up', async () => {
    proxy.expect(...Array<Fate>(3).fill({ status: 503 }));
    const error = await failureOf(api.client({ maxRetries: 2 }).getMe());
    expect(error).toBeInstanceOf(LeadgateError);
    expect(error).toMatchObject({ status: 503, attempts: 3 });
    expect(proxy.sent).toHaveLength(3);
  });

  it('ends with the total time-out', async () => {
    proxy.expect('stall', 'stall', 'stall', 'stall');
    const began = performance.now();
    const options = { timeoutMs: 300, totalTimeoutMs: 1_500 };
    const error = await failureOf(api.client(options).getMe());
    expect(error).toMatchObject({ name: 'LeadgateConnectionError', isTimeout: true });
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('is named with the attempts, and without the key', async () => {
    proxy.expect('cut before', 'cut after');
    const name = api.newName();
    const client = api.client({ maxRetries: 1 });
    const error = await failureOf(client.createLead(api.tenant.stepId, { name }));
    expect(error).toMatchObject({ attempts: 2, isTimeout: false });
    const { message, stack, idempotencyKey, cause } = error as LeadgateConnectionError;
    expect(message).toMatch(/^No answer from http:\/\/127\.0\.0\.1:\d+ after 2 attempts: /);
    expect(`${message}${stack}${cause}${JSON.stringify(error)}`).not.toContain(api.tenant.secret);

    const again = await client.createLead(
      api.tenant.stepId,
      { name },
      { idempotencyKey: String(idempotencyKey) },
    );
    expect([again.replayed, await api.count(name)]).toEqual([true, 1]);
  });
});

describe('an aborted signal', () => {
  it.each<[string, Fate]>([
    ['while the server is silent', 'stall'],
    ['while it waits for a retry', { status: 503, headers: { 'retry-after': '20' } }],
  ])('ends the call at once %s', async (_, fate) => {
    for (const of of ['call', 'client']) {
      proxy.expect(fate);
      const controller = new AbortController();
      const { signal } = controller;
      const client = api.client(of === 'client' ? { signal } : {});
      const call = failureOf(client.getMe(of === 'call' ? { signal } : {}));
      await expect.poll(() => proxy.sent.length).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const began = performance.now();
      controller.abort(new Error('no longer needed'));
      expect(await call).toMatchObject({ message: 'no longer needed' });
      expect(performance.now() - began).toBeLessThan(500);
      expect(proxy.sent).toHaveLength(1);
    }
  });

  it('sends nothing when it was aborted before', async () => {
    proxy.expect();
    const signal = AbortSignal.abort();
    expect(await failureOf(api.client().getMe({ signal }))).toMatchObject({ name: 'AbortError' });
    expect(proxy.sent).toEqual([]);
  });
});
