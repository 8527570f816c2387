import { expect, it } from 'vitest';
import { describeContract, leadOf } from '#server/testing/contract.ts';

describeContract('ignored fields of a request', (api) => {
  it('check 14, check 20: ignores appId, companyId, __proto__ and unknown fields, and names them', async () => {
    const answer = await api.call({
      body: '{"name":"x","appId":"1","company_id":"2","id":"3","status":"lost","createdAt":"1999","__proto__":{"segment":"y"},"constructor":1,"custom_fields":{"__proto__":"z","a":"b"}}',
    });
    expect(answer.status).toBe(201);
    expect(answer.headers['x-ignored-fields']).toBe(
      'appId, company_id, id, status, createdAt, __proto__, constructor, custom_fields.__proto__',
    );
    expect(leadOf(answer)).toMatchObject({ status: 'new', segment: '' });
    expect(leadOf(answer).id).not.toBe('3');
    const row = await api.stored(answer);
    expect(row).toMatchObject({ company_id: api.tenant.companyId, custom_fields: { a: 'b' } });
    expect(Date.parse(row?.created_at)).toBe(Date.parse(leadOf(answer).createdAt ?? ''));
  });

  it('creates the lead whatever the names of ignored fields are cut at', async () => {
    const before = await api.countLeads();
    for (const length of [62, 63, 64]) {
      const answer = await api.post({ name: 'x', [`${'k'.repeat(length)}😀`]: 1, '\ud83d': 1 });
      expect(answer.status).toBe(201);
      expect(answer.headers['x-ignored-fields']).toMatch(/^k+.*, %EF%BF%BD$/);
    }
    expect(await api.countLeads()).toBe(before + 3);
  });

  it('names ignored fields in at most 1 KB and says when some are left out', async () => {
    const ignoredOf = async (names: string[]) => {
      const fields = Object.fromEntries(['name', ...names].map((name) => [name, 'x']));
      return (await api.post(fields)).headers['x-ignored-fields'];
    };
    const long = Array.from({ length: 10 }, (_, n) => `k${n}${'字'.repeat(60)}`);
    const many = Array.from({ length: 1_000 }, (_, n) => `k${n}`);
    for (const names of [long, many]) {
      const header = String(await ignoredOf(['', ...names]));
      expect(header).toMatch(/^k0.*, %E2%80%A6$/);
      expect(header.length).toBeLessThanOrEqual(1_024);
    }
    expect(await ignoredOf(['', 'a', 'b'])).toBe('a, b');
    expect(await ignoredOf([''])).toBeUndefined();
  });
});
