import { expect, it } from 'vitest';
import { POST } from '#app/docs/try/route.ts';
import { attributionTable } from '#server/testing/attribution-table.ts';
import { describeContract } from '#server/testing/contract.ts';
import { tryLead } from './try-lead.ts';

const bodies: [what: string, body: string][] = [
  ...attributionTable.map(([what, fields]): [string, string] => [
    what,
    // Another name for each: an equal one with the same `externalLeadId` is a retry.
    JSON.stringify({ name: what, ...fields }),
  ]),
  ['first and last name', '{"first_name":"Ana","last_name":"Lima","segment":" vip "}'],
  ['ignored and cut fields', JSON.stringify({ name: 'Ana', 'cité %': 1, gclid: 'g'.repeat(600) })],
  ['a name with an ID of Meta', '{"name":"Ana","lead_id":4711,"form_id":"9"}'],
  ['no person', '{"title":"Ana","phones":["123"]}'],
  ['a short phone', '{"Name":"Ana","phones":["123"]}'],
  ['a phone alone', '{"phone":"5511987654321","email":"x"}'],
  ['different values of one field', '{"name":"Ana","pageId":"1","page_id":"2"}'],
  ['text that is no JSON', '{"name": "Ana'],
  ['a list', '[]'],
  ['nothing', ''],
  ['JSON that is too deep', `{"name":"Ana","x":${'['.repeat(30)}${']'.repeat(30)}}`],
];

describeContract('the tester of the documentation', (api) => {
  it.each(bodies)('says what a call with %s gives', async (_, body) => {
    const tried = await tryLead({ bytes: Buffer.from(body) });
    const real = await api.call({ path: `/api/leads/public/${api.tenant.stepId}`, body });
    const { data, error } = real.json as { data?: Record<string, string>; error?: string };
    const header = (name: string) => decodeURIComponent(String(real.headers[name] ?? ''));
    expect(tried).toMatchObject({
      status: real.status,
      ignored: header('x-ignored-fields'),
      unread: header('x-unread-fields'),
      cut: header('x-truncated-fields'),
    });
    if (tried.status !== 201) return expect(tried.error).toBe(error);

    const { source, medium, channel, fields } = tried;
    expect({ source, medium, channel, segment: fields.segment ?? '' }).toEqual({
      source: data?.source,
      medium: data?.medium,
      channel: data?.channel,
      segment: data?.segment,
    });
    const stored = await api.stored(real);
    expect(stored).toMatchObject({ name: fields.name, phones: fields.phones ?? [] });
  });

  it('refuses a body over 64 KiB', async () => {
    const body = JSON.stringify({ name: 'x'.repeat(70_000) });
    const headers = { 'content-length': String(body.length) };
    const request = new Request('http://crm.test/docs/try', { method: 'POST', body, headers });
    expect((await POST(request)).status).toBe(413);
  });
});
