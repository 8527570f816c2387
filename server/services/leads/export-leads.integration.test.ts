import { beforeEach, expect, test } from 'vitest';
import { addLongLeads, createLead } from '#db/factories/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { type ExportColumn, exportColumns, type PhoneMarks } from '#db/values/leads.ts';
import { toSentence } from '#db/values/sentence.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { addNote } from './add-note.ts';
import { deleteNote } from './delete-note.ts';
import { exportLeads } from './export-leads.ts';
import type { LeadsQuery } from './find-company-leads.ts';

const base = withTestDatabase();
const limits = { totalMs: 20_000, pieceBytes: 65_536 };

let actor: UserActor;
let tenant: FullTenant;

beforeEach(async () => {
  ({ actor, tenant } = await createTenants(base.db, 'agent'));
});

const put = (overrides: Partial<Parameters<typeof createLead>[1]> = {}) =>
  createLead(base.db, { companyId: tenant.companyId, stepId: tenant.stepId, ...overrides });

async function exported(
  query: LeadsQuery = {},
  {
    columns = exportColumns,
    by = actor,
  }: { columns?: readonly ExportColumn[]; by?: UserActor } = {},
) {
  const wanted = { query, columns, address: 'status=new', ...limits };
  const file = await exportLeads(base.productPool, by, wanted);
  const pieces: Buffer[] = [];
  await file.send(async (piece) => {
    pieces.push(piece);
  }, new AbortController().signal);
  return Buffer.concat(pieces).toString();
}

/** RFC 4180. */
function parse(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g;
  for (const [, quoted, bare = '', end] of text.replace('\uFEFF', '').matchAll(field)) {
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
  }
  const [head = [], ...body] = rows.filter((row) => row.length > 1);
  return body.map((row) => Object.fromEntries(head.map((name, n) => [name, row[n] ?? ''])));
}

test('writes text as it is, times in the time zone of the company, and begins with the mark of UTF-8', async () => {
  await base.sql`update companies set time_zone = 'America/Sao_Paulo' where id = ${tenant.companyId}`;
  const name = 'Zoë "Ö" Müller, 李\nline two';
  await put({
    name,
    createdAt: new Date('2027-01-31T17:05:09.400Z'),
    email: 'zoe@example.com',
    ownerId: actor.userId,
    followUpAt: new Date('2027-02-02T12:00:00.000Z'),
    source: 'google_ads',
    medium: 'cpc',
    customFields: { city: 'São Paulo', rooms: 3 },
    utmSource: "o'neil \\ x",
  });
  const text = await exported({ search: 'müller' });

  expect(text.startsWith('\uFEFFLead ID,Name,Phones,')).toBe(true);
  expect(parse(text)).toMatchObject([
    {
      Name: name,
      Phones: '+5511987654321',
      Email: 'zoe@example.com',
      Funnel: tenant.funnel.name,
      Step: tenant.step.name,
      Status: 'new',
      'Status label': 'New',
      Owner: actor.name,
      Source: 'google_ads',
      'Source label': 'Google ads',
      Medium: 'cpc',
      'Medium label': 'CPC',
      'Received (America/Sao_Paulo)': '2027-01-31 14:05:09',
      'First contact (America/Sao_Paulo)': '',
      'Follow-up (America/Sao_Paulo)': '2027-02-02 09:00:00',
      'Last note': '',
      'UTM source': "o'neil \\ x",
      'Custom fields': '{"city": "São Paulo", "rooms": 3}',
    },
  ]);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['a;＝1;＋1\t－1\n＠b', "a;'＝1;'＋1\t'－1\n'＠b"],
  ['\t=1', "'\t'=1"],
  ['\r=1', "'\r'=1"],
  ['\n=1', "'\n'=1"],
  ['\tx', "'\tx"],
  ['a;=1;-2', "a;'=1;'-2"],
  ['a;"=1"', 'a;"\'=1"'],
  ['a\t+1\n@b\r-c', "a\t'+1\n'@b\r'-c"],
  ['a; b=1-2', 'a; b=1-2'],
])('no cell of %j is a formula, also where semicolons separate them', async (value, safe) => {
  const customFields = { note: 'x;=1' };
  await put({ name: value, campaignName: value, source: value, email: value, customFields });
  const [first] = parse(await exported());

  const cells = { Name: safe, Campaign: safe, Source: safe, 'Source label': safe, Email: safe };
  expect(first).toMatchObject(cells);
  expect(first?.['Custom fields']).toBe(`{"note": "x;'=1"}`);
});

test('has the columns that were chosen, and those of attribution', async () => {
  const [first = {}] = parse(await exported({}, { columns: ['status'] }));
  const headers = Object.keys(first);

  expect(headers.slice(0, 15)).toEqual([
    ...['Lead ID', 'Name', 'Status', 'Status label', 'Priority', 'Priority label'],
    ...['Temperature', 'Temperature label', 'Reason lost', 'Amount won', 'Currency'],
    ...['First contact (UTC)', 'Follow-up (UTC)', 'Last note'],
    'Campaign',
  ]);
  expect(headers).not.toContain('Phones');
});

test.each<[string, string[], PhoneMarks | null, string]>([
  ['all of them', ['5511987654321', '4420794609'], null, '+5511987654321, +4420794609'],
  [
    'of an unknown country',
    ['1198765', '442079'],
    { 1198765: 'countryUnknown' },
    '1198765, +442079',
  ],
  ['that are none', ['=1+1', '55'], null, "'=1+1, 55"],
])('phones are digits with a plus and no apostrophe: %s', async (_, phones, phoneMarks, cell) => {
  await put({ phones, phoneMarks });
  expect(parse(await exported())[0]).toMatchObject({ Phones: cell });
});

test.each([
  ...['paid_social', 'api', 'n8n', 'google-ads', 'parceiros.example', 'Portal X', '_x', '2nd_site'],
])('the label of %s is that of the panel', async (source) => {
  await put({ source });
  const label = /^[a-z0-9][a-z0-9_-]*$/.test(source) ? toSentence(source) : source;
  expect(parse(await exported())[0]).toMatchObject({ Source: source, 'Source label': label });
});

test('has the last note that was not deleted, as text', async () => {
  const { id } = tenant.lead;
  const write = (text: string) => addNote(base.db, actor, { id, text });
  await write('Called twice');
  await write('=1+1');
  const { events } = await write('Deleted');
  await deleteNote(base.db, actor, { id, noteId: events.at(-1)?.id ?? '' });
  await put({ name: 'Without a note' });

  const rows = parse(await exported());
  expect(rows.map((row) => row['Last note'])).toEqual(['', "'=1+1"]);
});

test('contains what the list shows: filtered, visible, not deleted, of this company', async () => {
  const own = await put({
    name: 'Own',
    ownerId: actor.userId,
    campaignName: "'); drop table leads --",
  });
  await put({ name: 'Deleted', ownerId: actor.userId, deletedAt: new Date() });
  const all = parse(await exported());
  const filter = { campaigns: ["'); drop table leads --"], from: '2020-01-01' };

  expect(all.map((each) => each['Lead ID'])).toEqual([own.id, tenant.lead.id]);
  expect(parse(await exported({ sort: 'oldest' })).at(-1)?.['Lead ID']).toBe(own.id);
  expect(parse(await exported({ filter }))).toMatchObject([{ 'Lead ID': own.id }]);
  expect(parse(await exported({ filter: { statuses: ['lost'] } }))).toEqual([]);
  const narrow: UserActor = { ...actor, sees: 'own' };
  expect(parse(await exported({}, { by: narrow }))).toMatchObject([{ 'Lead ID': own.id }]);
});

test('is recorded in the audit log', async () => {
  await exported();
  await exported({ search: 'maria@example.com' });

  const entry = { action: 'leads.export', actor_id: actor.userId };
  const entries = await readAuditLog(base, tenant.companyId);
  expect(entries).toMatchObject([entry, entry]);
  expect(entries.map(({ details }) => details)).toEqual([
    { query: 'status=new' },
    { query: 'status=new', search: true },
  ]);
});

test('leads of a search come in the order of the list, with their step and owner', async () => {
  const elsewhere = await tenant.newStep({ name: 'Visits' });
  const first = await put({ name: 'Rita Reis', ownerId: actor.userId });
  const second = await put({ name: 'Rita Rocha', stepId: elsewhere.id, status: 'lost' });
  const both = parse(await exported({ search: 'rita' }));

  expect(both).toMatchObject([
    { 'Lead ID': second.id, Step: 'Visits', Owner: '' },
    { 'Lead ID': first.id, Step: tenant.step.name, Owner: actor.name },
  ]);
  const oldest = parse(await exported({ search: 'rita', sort: 'oldest' }));
  expect(oldest.map((each) => each['Lead ID'])).toEqual([first.id, second.id]);
  const lost = parse(await exported({ search: 'rita', filter: { statuses: ['lost'] } }));
  expect(lost.map((each) => each['Lead ID'])).toEqual([second.id]);
});

test('an export that is left ends its statement, and the pool serves again', async () => {
  await addLongLeads(base.sql, tenant.lead.id);
  const wanted = { query: {}, columns: exportColumns, address: '', ...limits };
  const file = await exportLeads(base.productPool, actor, wanted);
  const abort = new AbortController();
  let bytes = 0;
  const sending = file.send(async (piece) => {
    bytes += piece.length;
    abort.abort();
  }, abort.signal);
  await expect(sending).rejects.toThrow();
  expect(bytes).toBeLessThan(1_000_000);
  const running = () => base.sql`
    select from pg_stat_activity where query like 'copy%' and state = 'active' and pid <> pg_backend_pid()`;
  await expect.poll(running).toHaveLength(0);
  expect(await base.productSql`select 1 as n`).toEqual([{ n: 1 }]);
});

test('has why a lead was lost, and what a won one is worth', async () => {
  await put({ name: 'Rui', status: 'lost', lostReason: '=1+1' });
  await put({ name: 'Zoe', status: 'converted', wonAmount: '1200.50', wonCurrency: 'BRL' });
  const rows = parse(await exported());

  expect(rows.find(({ Name }) => Name === 'Rui')).toMatchObject({ 'Reason lost': "'=1+1" });
  expect(rows.find(({ Name }) => Name === 'Zoe')).toMatchObject({
    'Amount won': '1200.50',
    Currency: 'BRL',
  });
});
