import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeContract, failed, leadOf } from '#server/testing/contract.ts';
import type { ContractTenant } from '#server/testing/tenant.ts';

type Secret = keyof ContractTenant['secrets'];

describeContract('reading leads', (api) => {
  const get = (path: string, secret: Secret = 'reading') =>
    api.call({
      method: 'GET',
      path: `/api${path}`,
      body: '',
      headers: { 'content-type': undefined, 'x-api-key': api.tenant.secrets[secret] },
    });
  const create = async (fields: object = {}, stepId = api.tenant.stepId) =>
    leadOf(
      await api.call({
        path: `/api/leads/public/${stepId}`,
        body: JSON.stringify({ name: 'Maria', phones: ['5511987654321'], ...fields }),
      }),
    );

  it('returns a lead as it is now', async () => {
    const externalLeadId = randomUUID();
    const lead = await create({ externalLeadId, segment: 'vip' });
    await api.sql`update leads set status = 'qualified' where id = ${lead.id ?? ''}`;

    const { status, json } = await get(`/leads/${lead.id}`);
    const now = { ...lead, status: 'qualified', stepId: api.tenant.stepId, externalLeadId };
    expect([status, json]).toEqual([200, { success: true, data: now, message: 'Lead found' }]);
    expect((await get(`/leads/${lead.id?.toUpperCase()}`)).json).toEqual(json);
  });

  it('finds leads by their external id, the newest first', async () => {
    const externalLeadId = ` ${randomUUID()}&=é `;
    const first = await create({ externalLeadId });
    const second = await create({ externalLeadId, name: 'Other' });
    await create({ externalLeadId: randomUUID() });

    const answer = await get(`/leads?externalLeadId=${encodeURIComponent(externalLeadId)}`);
    const { data } = answer.json as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await get('/leads?externalLeadId=none')).json).toMatchObject({ data: [] });
  });

  it('takes lead_id for the external id, as a body does', async () => {
    const externalLeadId = randomUUID();
    const { id } = await create({ lead_id: externalLeadId });
    const found = await get(`/leads?lead_id=%20${externalLeadId}`);
    expect(found.json).toMatchObject({ data: [{ id, externalLeadId }] });
    const both = `/leads?lead_id=${externalLeadId}&externalLeadId=`;
    expect((await get(both + externalLeadId)).json).toEqual(found.json);
    expect((await get(both)).json).toEqual(found.json);

    const { status, json } = await get(`${both}4711`);
    expect([status, json]).toEqual([
      400,
      failed('externalLeadId, lead_id: have different values; send one of them'),
    ]);
  });

  it.each(['', '?externalLeadId=', '?externalLeadId=%00', '?x=1'])(
    'needs an external id: %j',
    async (query) => {
      const { status, json } = await get(`/leads${query}`);
      expect([status, json]).toEqual([400, failed('externalLeadId: is required')]);
    },
  );

  it('answers 404 for an id that is malformed, unknown or of another company', async () => {
    for (const id of ['x', '%00', randomUUID(), api.tenant.colleaguesLead.id]) {
      const { status, json } = await get(`/leads/${id}`);
      expect([status, json]).toEqual([404, failed('Lead not found')]);
    }
  });

  describe('with a limited key', () => {
    it('returns only leads in its steps', async () => {
      const externalLeadId = randomUUID();
      const inside = await create({ externalLeadId });
      const outside = await create({ externalLeadId }, api.tenant.secondStepId);

      expect((await get(`/leads/${inside.id}`, 'readingLimited')).status).toBe(200);
      expect((await get(`/leads/${outside.id}`, 'readingLimited')).status).toBe(404);
      const { json } = await get(`/leads?externalLeadId=${externalLeadId}`, 'readingLimited');
      expect(json).toMatchObject({ data: [{ id: inside.id }] });
    });
  });

  it('needs the permission leads:read', async () => {
    const { status, json } = await get('/leads?externalLeadId=1', 'good');
    expect([status, json]).toEqual([403, failed('API Key does not allow reading leads')]);
    const answer = await api.call({ headers: { 'x-api-key': api.tenant.secrets.reading } });
    expect(answer.status).toBe(403);
  });

  it('answers a POST with the path that creates leads', async () => {
    for (const path of ['/api/leads', `/api/leads/${randomUUID()}`]) {
      const { status, json } = await api.call({ path });
      expect([status, json]).toEqual([
        405,
        failed('Method not allowed: send GET; leads are created at /api/leads/public/{stepId}'),
      ]);
    }
  });

  it('answers 404 without an id', async () => {
    const { status, json } = await api.call({ path: '/api/leads/public' });
    expect([status, json]).toEqual([404, failed('Not found: send to /api/leads/public/{stepId}')]);
  });
});
