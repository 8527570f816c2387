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

  it.each(['?externalLeadId=', '?externalLeadId=%00', '?lead_id=&x=1'])(
    'needs an external id: %j',
    async (query) => {
      const { status, json } = await get(`/leads${query}`);
      expect([status, json]).toEqual([400, failed('externalLeadId: is required')]);
    },
  );

  describe('in the order of arrival', () => {
    /** Leads of a step of their own, which came one after the other an hour ago. */
    async function createAll(count: number) {
      const { id: stepId } = await api.tenant.newStep();
      const ids: string[] = [];
      for (let n = 0; n < count; n += 1) {
        const { id = '' } = await create({}, stepId);
        await api.sql`
          update leads set created_at = created_at - interval '1 hour' where id = ${id}`;
        ids.push(id);
      }
      return { stepId, ids };
    }
    async function list(query: Record<string, string | number>, secret?: Secret) {
      const search = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]));
      const answer = await get(`/leads?${search}`, secret);
      expect(answer.status).toBe(200);
      const { data } = answer.json as { data: { id: string; createdAt: string }[] };
      return { data, ids: data.map(({ id }) => id), next: String(answer.headers['x-next-after']) };
    }

    it('lists pages from an end to the next, with the fields of a lead', async () => {
      const { stepId, ids } = await createAll(3);
      const first = await list({ after: '2020-01-01T00:00:00Z', stepId, limit: 2 });
      const second = await list({ after: first.next, stepId, limit: 2 });
      expect([first.ids, second.ids]).toEqual([ids.slice(0, 2), ids.slice(2)]);
      expect(first.data[0]).toEqual(Object((await get(`/leads/${ids[0]}`)).json).data);

      const end = await list({ after: second.next, stepId });
      expect(end).toEqual({ data: [], ids: [], next: second.next });
      expect((await list({ after: second.next, limit: 1 })).ids).not.toContain(ids[2]);
    });

    it('without `after` lists the newest, and goes on from there', async () => {
      const { stepId, ids } = await createAll(3);
      const newest = await list({ after: ' ', stepId, limit: 2 });
      expect(newest.ids).toEqual(ids.slice(1));
      expect((await list({ after: newest.next, stepId })).ids).toEqual([]);

      const { id } = await api.tenant.newStep();
      const { next } = await list({ stepId: id });
      expect((await list({ after: next, stepId })).ids).toEqual(ids);
    });

    it('takes a time, of any zone, and lists from it on', async () => {
      const { stepId } = await createAll(2);
      const { data } = await list({ stepId });
      const after = data[1]?.createdAt ?? '';
      expect((await list({ after, stepId })).data).toEqual(data.slice(1));

      const local = new Date(Date.parse(after) + 3_600_000).toISOString().replace('Z', '+01:00');
      expect((await list({ after: local, stepId })).data).toEqual(data.slice(1));
      const path = `/leads?after=${local}&stepId=${stepId}`;
      expect((await get(path)).json).toMatchObject({ data: data.slice(1) });
      for (const far of ['0000-01-01T00:00:00Z', '9999-12-31T23:59:59-12:00']) {
        expect((await list({ after: far, limit: 1 })).next).not.toBe('');
      }
    });

    it('lists only what the key may see', async () => {
      const { stepId, ids } = await createAll(3);
      const [deleted = '', moved = '', left = ''] = ids;
      await api.sql`update leads set deleted_at = now() where id = ${deleted}`;
      await api.sql`update leads set step_id = ${api.tenant.stepId} where id = ${moved}`;
      await api.sql`update leads set origin = 'test' where id = ${left}`;
      expect((await list({ stepId })).ids).toEqual([]);

      const { secret } = await api.tenant.newKey({
        kind: 'rehearsal',
        permissions: ['leads:read'],
      });
      const headers = { 'content-type': undefined, 'x-api-key': secret };
      const path = `/api/leads?after=${new Date(0).toISOString()}`;
      const { json } = await api.call({ method: 'GET', path, body: '', headers });
      expect(json).toMatchObject({ data: [{ id: left }] });

      const other = await createAll(1);
      const limited = await list({ after: '2020-01-01T00:00:00Z' }, 'readingLimited');
      expect(limited.ids).toContain(moved);
      expect(limited.ids).not.toContain(other.ids[0]);
    });

    it('answers 404 for a step that is unknown, of another company or out of reach', async () => {
      const { malformed, "another company's": others, unknown } = api.tenant.stepsNotFound;
      for (const stepId of [malformed, others, unknown, '', api.tenant.secondStepId]) {
        const { status, json } = await get(`/leads?stepId=${stepId}`, 'readingLimited');
        expect([status, json]).toEqual([404, failed('Funnel step not found')]);
      }
    });

    const wrongAfter =
      'after: must be the X-Next-After of an earlier answer, or a time with its zone, as 2026-11-22T12:00:00Z';
    const wrongLimit = 'limit: must be a whole number from 1 to 100';
    const together = 'do not go together; send one of them';
    it.each([
      ['after=4711', wrongAfter],
      ['after=2026-11-22', wrongAfter],
      ['after=2026-11-22T12:00:00', wrongAfter],
      ['after=%00', wrongAfter],
      ['limit=0', wrongLimit],
      ['limit=101', wrongLimit],
      ['limit=1.5', wrongLimit],
      ['limit=-1&after=x', `${wrongAfter}; ${wrongLimit}`],
      [
        'page=2',
        'query: has an unknown parameter; send after, stepId and limit, or externalLeadId',
      ],
      ['after=&externalLeadId=4711', `externalLeadId, after: ${together}`],
      ['lead_id=4711&limit=10', `externalLeadId, limit: ${together}`],
    ])('refuses %s', async (query, error) => {
      const { status, json } = await get(`/leads?${query}`);
      expect([status, json]).toEqual([400, failed(error)]);
    });
  });

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
