import { beforeAll, describe, expect, test } from 'vitest';
import { openPool, type Pool } from '#db/client.ts';
import { addLongLeads } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { getRuntime } from '#server/runtime.ts';
import { ExportLimit } from '#server/services/leads/export-limit.ts';
import { calls } from '#server/testing/account.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { holdLock } from '#server/testing/lock.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import { createFullTenant, type FullTenant, type Member } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { answerExport, answerLogExport } from './handle-export.ts';
import { panelServices } from './panel-services.ts';

const base = withTestDatabase();
withWebServer(() => base.url);
const host = 'own.test';
const exports = new ExportLimit(2, 30);

let tenant: FullTenant;
let claims: Member;

beforeAll(async () => {
  tenant = await createFullTenant(base.db, { host });
  claims = await tenant.newMember('agent');
});

interface Asked {
  query?: string;
  pool?: Pool;
  sent?: Record<string, string>;
  /** In place of what an export may take. */
  within?: Parameters<typeof answerExport>[3];
  /** Asks for the intake log. */
  log?: boolean;
  by?: Member;
}

async function ask(asked: Asked = {}) {
  const { query = '', pool = base.productPool, sent = {}, within, log, by = claims } = asked;
  const { slug } = tenant.company;
  const services = {
    ...panelServices(getRuntime()),
    db: pool.db,
    calls,
    pool,
    exports,
  };
  const headers = new Headers(await sessionHeaders(host, slug, by));
  for (const [name, value] of Object.entries(sent)) headers.set(name, value);
  const request = new Request(`http://${host}/${slug}/leads/export?${query}`, { headers });
  if (log) return answerLogExport(services, request, slug);
  return answerExport(services, request, slug, within);
}

async function get(asked: Asked = {}) {
  const response = await ask(asked);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const generous = { totalMs: 20_000, firstLeadMs: 20_000, bytesPerSecond: 1, pausesMs: 20_000 };

test('a query that no lead can have is left out, and the text of a search is not recorded', async () => {
  const { status, text } = await get({
    query: 'source=%00&status=new&columns=step&page=2&q=maria%40example.com',
  });

  expect([status, text.trim().split('\n').length]).toEqual([200, 1]);
  expect((await get({ query: 'source=%00' })).text).toContain(tenant.lead.id);
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
    const { status, headers, text } = await get({ pool: away });
    expect([status, headers.get('retry-after'), text]).toEqual([
      503,
      '1',
      'Temporarily unavailable. Try again in a moment\n',
    ]);
  }
  await away.close();
});

test('leads and the intake log are files with their names, and viewers get no log', async () => {
  const { slug } = tenant.company;
  const leads = (await get()).headers.get('content-disposition');
  expect(leads).toMatch(
    new RegExp(`^attachment; filename="${slug}-leads-\\d{4}-\\d\\d-\\d\\d\\.csv"$`),
  );

  const { status, headers, text } = await get({ log: true, query: 'status=4' });
  expect([status, headers.get('content-disposition')]).toEqual([
    200,
    expect.stringContaining(`filename="${slug}-intake-log-`),
  ]);
  expect(text).toMatch(/^Time \(UTC\),Status,/);

  const refused = await get({ log: true, by: await tenant.newMember('viewer') });
  expect([refused.status, refused.text]).toEqual([403, 'Viewers may not export the intake log\n']);
});

test('a page of another origin gets no file, and nothing is recorded', async () => {
  const before = await readAuditLog(base, tenant.companyId);
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.example' },
  ];
  for (const sent of elsewhere) {
    const { status, text } = await get({ sent });
    expect([status, text]).toEqual([403, expect.stringContaining('from another site')]);
  }
  expect(await readAuditLog(base, tenant.companyId)).toEqual(before);
  expect((await get({ sent: { 'sec-fetch-site': 'none' } })).status).toBe(200);
});

describe('an export that is long', () => {
  beforeAll(() => addLongLeads(base.sql, tenant.lead.id));

  test('refuses another one of the company until it has ended', async () => {
    const first = await ask({ within: generous });
    const { status, headers, text } = await get();

    expect([status, headers.get('retry-after'), text]).toEqual([
      429,
      '30',
      'Another export of this company is running. Try again when it has ended\n',
    ]);
    await first.body?.cancel();
    await expect.poll(async () => (await get()).status).toBe(200);
  });

  test('is cut when its reader is too slow, and makes room for another', async () => {
    const slow = await ask({ within: { ...generous, bytesPerSecond: 1e9, pausesMs: 100 } });

    await expect.poll(async () => (await get()).status).toBe(200);
    expect(slow.status).toBe(200);
    await expect(slow.text()).rejects.toThrow('took less than');
  });

  test('is refused when the first lead is not found in time', async () => {
    const lock = await holdLock(base.sql, 'leads in access exclusive mode');
    const { status, text } = await get({ within: { ...generous, firstLeadMs: 100 } });

    expect([status, text]).toEqual([503, expect.stringContaining('The first row was not found')]);
    await lock.letGo();
    expect((await get()).status).toBe(200);
  });
});
