import { beforeAll, expect, test } from 'vitest';
import { openPool } from '#db/client.ts';
import { withTestDatabase } from '#db/testing.ts';
import { createLogger } from '#server/log.ts';
import { ExportLimit } from '#server/services/leads/export-limit.ts';
import { calls, verifications } from '#server/testing/account.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { authSecret, keyPepper } from '#server/testing/secrets.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import { createFullTenant, type FullTenant, type Member } from '#server/testing/tenant.ts';
import { withEvents } from '#server/testing/with-events.ts';
import { answerExport } from './handle-export.ts';

const base = withTestDatabase();
const live = withEvents(base);
const host = 'own.test';
const exports = new ExportLimit(1, 30);

let tenant: FullTenant;
let claims: Member;

beforeAll(async () => {
  tenant = await createFullTenant(base.db, { host });
  claims = await tenant.newMember('agent');
});

async function get(
  query: string,
  client = { db: base.db, sql: base.productSql },
  sent: Record<string, string> = {},
) {
  const { slug } = tenant.company;
  const services = {
    db: client.db,
    client,
    exports,
    events: live.events,
    sessions: live.sessions,
    log: createLogger('silent'),
    calls,
    verifications,
    authSecret,
    keyPepper,
  };
  const headers = new Headers(await sessionHeaders(host, slug, claims));
  for (const [name, value] of Object.entries(sent)) headers.set(name, value);
  const request = new Request(`http://${host}/${slug}/leads/export?${query}`, { headers });
  const response = await answerExport(services, request, slug);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

test('a query that no lead can have is left out, and the text of a search is not recorded', async () => {
  const { status, text } = await get(
    'source=%00&status=new&columns=step&page=2&q=maria%40example.com',
  );

  expect([status, text.trim().split('\n').length]).toEqual([200, 1]);
  expect((await get('source=%00')).text).toContain(tenant.lead.id);
  const entries = await readAuditLog(base, tenant.companyId);
  expect(entries.map(({ details }) => details)).toEqual([
    { query: 'status=new', search: true },
    { query: '' },
  ]);
});

test('without the database the answer is 503, and the export counts no longer', async () => {
  const away = openPool('postgres://nobody:secret-word@127.0.0.1:1/x', {
    name: 'away',
    connections: 1,
    statementTimeout: 1_000,
  });
  for (const _ of [1, 2]) {
    const { status, headers, text } = await get('', away);
    expect([status, headers.get('retry-after'), text]).toEqual([
      503,
      '1',
      'Temporarily unavailable. Try again in a moment\n',
    ]);
  }
  await away.close();
});

test('a page of another origin gets no file, and nothing is recorded', async () => {
  const before = await readAuditLog(base, tenant.companyId);
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ];
  for (const sent of elsewhere) {
    const { status, text } = await get('', undefined, sent);
    expect([status, text]).toEqual([403, expect.stringContaining('from another site')]);
  }
  expect(await readAuditLog(base, tenant.companyId)).toEqual(before);
  expect((await get('', undefined, { 'sec-fetch-site': 'none' })).status).toBe(200);
});
