import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeContract, failed, leadOf } from '#server/testing/contract.ts';
import type { Answer } from '#server/testing/http-client.ts';

type Headers = Record<string, string>;

const asTest = { 'x-test-lead': 'true' };

describeContract('a request with X-Test-Lead', (api) => {
  const send = (body: object, headers: Headers = {}, path = '') =>
    api.call({
      path: `/api/leads/public/${api.tenant.stepId}${path}`,
      body: JSON.stringify(body),
      headers,
    });
  const stored = (name: string) => api.sql`
    select origin, contact_id, search_words::text as words from leads where name = ${name}`;
  const counted = async () =>
    Number((await api.sql`select coalesce(sum(leads), 0) as sum from step_counters`)[0]?.sum);
  const outcome = ({ status, headers }: Answer) => [status, headers['idempotent-replayed']];

  it('creates tests with any key: no contact, no count, no search words', async () => {
    const before = await counted();
    const name = randomUUID();
    const { contactId } = leadOf(await send({ name }, { 'X-Test-Lead': ' TRUE ' }));
    const batch = await send({ leads: [{ name }, { name }] }, asTest, '/batch');

    expect(batch.json).toMatchObject({ data: { created: 2, failed: 0 } });
    const test = { origin: 'test', contact_id: null, words: '' };
    expect([...(await stored(name))]).toEqual([test, test, test]);
    expect(contactId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await counted()).toBe(before);
  });

  it('creates a lead when its value is false', async () => {
    const name = randomUUID();
    leadOf(await send({ name }, { 'x-test-lead': 'false' }));
    expect([...(await stored(name))]).toMatchObject([{ origin: 'public_api' }]);
  });

  it('creates nothing when its value is misspelled, and names all headers with problems', async () => {
    const name = randomUUID();
    const text = 'X-Test-Lead: must be true or false';
    for (const [path, body] of [
      ['', { name }],
      ['/batch', { leads: [{ name }] }],
    ] as const) {
      const answer = await send(body, { 'x-test-lead': 'yes' }, path);
      expect([answer.status, answer.json]).toEqual([400, failed(text)]);
    }
    const empty = await send({ name }, { 'x-test-lead': '' });
    expect(empty.json).toEqual(failed('X-Test-Lead: is empty; send true or false'));
    const both = await send({ name }, { 'x-test-lead': '1', 'x-dry-run': '1' });
    expect(both.json).toEqual(failed(`X-Dry-Run: must be true or false; ${text}`));
    expect(await stored(name)).toHaveLength(0);
  });

  it('with X-Dry-Run creates nothing, and previews the repeat of a test', async () => {
    const test = { name: randomUUID(), externalLeadId: randomUUID() };
    const dry = { ...asTest, 'x-dry-run': 'true' };
    expect((await send(test, dry)).json).toMatchObject({ data: { id: null } });
    expect(await stored(test.name)).toHaveLength(0);

    const { id } = leadOf(await send(test, asTest));
    expect((await send(test, dry)).json).toMatchObject({ data: { id } });
    expect((await send(test, { 'x-dry-run': 'true' })).json).toMatchObject({ data: { id: null } });
  });

  it('is another request than one without it, and a retry of one with it', async () => {
    const lead = { name: 'Maria', externalLeadId: randomUUID() };
    const key = { 'idempotency-key': randomUUID() };
    expect(outcome(await send(lead, { ...key, ...asTest }))).toEqual([201, undefined]);
    expect(outcome(await send(lead, { ...key, ...asTest }))).toEqual([201, 'true']);
    expect(outcome(await send(lead, asTest))).toEqual([201, 'true']);
    expect(outcome(await send(lead, key))).toEqual([201, undefined]);
    expect(outcome(await send(lead, key))).toEqual([201, 'true']);
  });

  it('does not turn leads of a test key into others', async () => {
    const { secret } = await api.tenant.newKey({ kind: 'rehearsal' });
    const name = randomUUID();
    leadOf(await send({ name }, { 'x-api-key': secret, 'x-test-lead': 'false' }));
    expect([...(await stored(name))]).toMatchObject([{ origin: 'test' }]);
  });
});
