import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeContract, failed } from '#server/testing/contract.ts';
import type { Answer } from '#server/testing/http-client.ts';

/** The part of an answer that is the same for a dry run and the real call. */
function comparable({ status, headers, json }: Answer) {
  const { data, error } = json as { data?: Record<string, unknown>; error?: string };
  const { id, contactId, createdAt, ...told } = data ?? {};
  return {
    status: status === 200 ? 201 : status,
    error,
    told: data && told,
    ids: headers['idempotent-replayed'] ? [id, contactId, createdAt] : undefined,
    replayed: headers['idempotent-replayed'],
    ignored: headers['x-ignored-fields'],
    unread: headers['x-unread-fields'],
    cut: headers['x-truncated-fields'],
  };
}

describeContract('a dry run', (api) => {
  const call = (body: object, headers: Record<string, string>, stepId = api.tenant.stepId) =>
    api.call({ path: `/api/leads/public/${stepId}`, body: JSON.stringify(body), headers });

  const [lead_id, key] = [randomUUID(), randomUUID()];
  const bodies: [what: string, body: object, headers?: Record<string, string>, stepId?: string][] =
    [
      ['of a lead', { name: 'Maria', phones: ['+55 11 98765-4321'], utm_source: 'Google' }],
      ['with an ignored and a cut field', { name: 'Maria', city: 'x', gclid: 'g'.repeat(600) }],
      ['without a person', { title: 'Maria', phone: '{{phone}}' }],
      ['with a phone alone', { phone: '+55 11 98765-4321', email: 'x', segment: ['a', 'b'] }],
      ['that is strict', { name: 'M', phone: '1' }, { 'x-strict': 'true' }],
      ['with a bad phone and key', { name: 'M', phone: '1' }, { 'idempotency-key': 'ü' }],
      ['with an external ID', { name: 'Maria', lead_id }],
      ['of a retry', { name: 'Maria', lead_id, campaignName: 'Spring' }],
      ['with a key', { name: 'Maria' }, { 'idempotency-key': key }],
      ['of a retry with a key', { name: 'Maria', other: 1 }, { 'idempotency-key': key }],
      ['with a key of other fields', { name: 'Other' }, { 'idempotency-key': key }],
      ['to an unknown step', { name: 'Maria' }, {}, '{stepId}'],
    ];

  it('gives the answer of the real call, and creates nothing', async () => {
    for (const [what, body, headers = {}, stepId] of bodies) {
      const before = await api.countLeads();
      const dry = await call(body, { ...headers, 'x-dry-run': 'true' }, stepId);
      expect(await api.countLeads(), what).toBe(before);
      const real = await call(body, headers, stepId);
      expect(comparable(dry), what).toEqual(comparable(real));
    }
  });

  it('answers 200 without IDs', async () => {
    const { status, json } = await call({ name: 'Maria' }, { 'X-Dry-Run': 'TRUE' });
    expect([status, json]).toMatchObject([
      200,
      {
        success: true,
        message: 'Dry run: nothing was created',
        data: { id: null, contactId: null, segment: '', source: 'api' },
      },
    ]);
  });

  it('with a misspelled header value creates nothing', async () => {
    const before = await api.countLeads();
    const answer = await call({ name: 'Maria' }, { 'x-dry-run': '1' });
    expect([answer.status, answer.json]).toEqual([400, failed('X-Dry-Run: must be true or false')]);
    expect(await api.countLeads()).toBe(before);
    expect((await call({ name: 'Maria' }, { 'x-dry-run': 'false' })).status).toBe(201);
  });

  it('with an empty header creates nothing, and says what to send', async () => {
    const before = await api.countLeads();
    for (const value of ['', ' ']) {
      const answer = await call({ name: 'Maria' }, { 'x-dry-run': value });
      expect([answer.status, answer.json]).toEqual([
        400,
        failed('X-Dry-Run: is empty; send true or false'),
      ]);
    }
    expect(await api.countLeads()).toBe(before);
  });
});
