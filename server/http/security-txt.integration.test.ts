import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { HttpClient } from '#server/testing/http-client.ts';
import { type Leadgate, programNames, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';

const base = withTestDatabase();
const host = 'crm.test';
const path = '/.well-known/security.txt';
const dayMs = 86_400_000;

beforeAll(() => createTenant(base.db, { host }));

describe.each(programNames)('security.txt, behind %s', (program) => {
  let server: Leadgate;
  afterAll(() => server?.stop());

  async function read(contact: string) {
    await server?.stop();
    server = await startLeadgate({
      program,
      databaseUrl: base.url,
      env: { SECURITY_CONTACT: contact, TRUSTED_PROXIES: '127.0.0.1' },
    }).ready;
    const client = new HttpClient(`https://${host}:${server.port}`, {
      host,
      'x-forwarded-proto': 'https',
    });

    return client.request(path);
  }

  it('names the contact, and when to read it again', async () => {
    const { status, headers, text } = await read('mailto:security@crm.test');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = text.split('\n').map((line) => line.split(': '));
    const fields: Record<string, string> = Object.fromEntries(lines);
    expect(fields).toEqual({
      Contact: 'mailto:security@crm.test',
      Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00\.000Z$/),
      'Preferred-Languages': 'en',
      Canonical: `https://${host}${path}`,
      '': undefined,
    });
    const daysLeft = (Date.parse(fields.Expires ?? '') - Date.now()) / dayMs;
    expect(daysLeft).toBeGreaterThan(30);
    expect(daysLeft).toBeLessThan(365);
  });

  it('is missing without a contact', async () => {
    const { status, headers, text } = await read('');
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(text).toContain('SECURITY_CONTACT');
  });
});
