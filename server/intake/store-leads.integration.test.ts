import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openPool, type Pool } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { dayIn } from '#db/values/time-zone.ts';
import { archiveStep } from '#server/services/steps/archive-step.ts';
import { leadRow } from '#server/testing/lead-row.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';
import { answerBy } from './deadline.ts';
import type { LeadRow } from './lead.ts';
import { type PendingLead, storeLeads } from './store-leads.ts';

const database = withTestDatabase();
let tenant: Tenant;
let pool: ReturnType<typeof openPool> | undefined;
beforeEach(async () => {
  tenant = await createTenant(database.db);
  pool ??= openPool(database.url, { name: 'store', connections: 2, statementTimeout: 4_000 });
});
afterAll(() => pool?.close());

const lead = (
  columns: Partial<LeadRow> = {},
  keys: PendingLead['keys'] = undefined,
): PendingLead => {
  const { companyId, stepId } = tenant;
  return { row: leadRow({ companyId, stepId, name: 'Maria', ...columns }), keys };
};

async function store(...pending: PendingLead[]) {
  if (!pool) throw new Error('The pool is open from beforeEach on');
  return (await storeLeads(pool, pending, { shard: 3, until: answerBy() })).map(({ kind }) => kind);
}

const storedNames = async () =>
  (
    await database.sql<{ name: string }[]>`
      select l.name from leads l
      join contacts c on c.company_id = l.company_id and c.id = l.contact_id and c.name = l.name
      where l.company_id = ${tenant.companyId} order by l.name`
  ).map(({ name }) => name);

describe('values', () => {
  it.each([
    'a,b',
    '(a) {b} [c]',
    '"',
    '\\',
    '\\"',
    '"\\"\\\\""',
    "O'Neil",
    ' ',
    'NULL',
    'null',
    'tab\tline\r\nend',
    '$1 $& %s',
    'Łódź 王小明 مرحبا 🌊',
  ])('stores %j as it is', async (text) => {
    const customFields = { [text]: text, n: 1.5, yes: true };
    const fields = { name: text, email: text, segment: text, phones: [text, '1', text] };
    await store(lead({ ...fields, customFields }));

    const [row] = await database.sql`
      select l.name, l.email, l.segment, l.phones, l.custom_fields, l.ad_name,
        c.phones as contact_phones
      from leads l join contacts c on c.company_id = l.company_id and c.id = l.contact_id
      where l.company_id = ${tenant.companyId}`;
    expect(row).toEqual({
      ...fields,
      custom_fields: customFields,
      ad_name: null,
      contact_phones: fields.phones,
    });
  });

  it('gives all rows of a group one time, by the clock of the database', async () => {
    if (!pool) throw new Error('The pool is open from beforeEach on');
    const results = await storeLeads(pool, [lead(), lead()], {
      shard: 0,
      until: answerBy(),
    });
    const times = await database.sql<{ at: string }[]>`
      select created_at as at from leads where company_id = ${tenant.companyId}
      union all
      select created_at from contacts where company_id = ${tenant.companyId}`;

    const stored = new Set(times.map(({ at }) => new Date(at).toISOString()));
    expect(times).toHaveLength(4);
    expect(new Set(results.map((result) => 'createdAt' in result && result.createdAt))).toEqual(
      stored,
    );
  });
});

it('stores the tests of a group without contacts and counters', async () => {
  const test = { origin: 'test' as const, contactId: null };
  const key = { request: { key: newId(), digest: newId() } };
  const kinds = await store(
    lead({ ...test, name: 'test' }, key),
    lead({ name: 'lead' }),
    lead({ ...test, name: 'other' }),
  );
  expect(kinds).toEqual(['stored', 'stored', 'stored']);
  expect(await store(lead(test, key), lead(test))).toEqual(['key taken', 'stored']);

  expect(await storedNames()).toEqual(['lead']);
  const [row] = await database.sql`
    select (select count(*)::int from leads where company_id = ${tenant.companyId}) as leads,
      (select sum(leads)::int from step_counters where company_id = ${tenant.companyId}) as counted`;
  expect(row).toEqual({ leads: 4, counted: 1 });
});

describe('results', () => {
  it('stores nothing in a step that takes no leads, and the rest of the group', async () => {
    const archived = (await tenant.newStep()).id;
    await archiveStep(database.db, tenant.system, { id: archived });
    const other = await createTenant(database.db);

    const kinds = await store(
      lead({ name: 'a' }),
      lead({ stepId: archived }),
      lead({ stepId: newId() }, { naturalKey: newId() }),
      lead({ stepId: other.stepId }),
      lead({ name: 'b' }),
    );
    expect(kinds).toEqual(['stored', 'step closed', 'step closed', 'step closed', 'stored']);
    expect(await storedNames()).toEqual(['a', 'b']);
  });

  const newRequest = () => ({ key: newId(), digest: newId() });

  it('stores a key once, and its natural key with it', async () => {
    const keys = { request: newRequest(), naturalKey: newId() };
    expect(await store(lead({ name: 'first' }, keys))).toEqual(['stored']);
    expect(await store(lead({}, keys), lead({ name: 'new' }))).toEqual(['key taken', 'stored']);
    expect(await store(lead({}, { naturalKey: keys.naturalKey }))).toEqual(['key taken']);
    expect(await storedNames()).toEqual(['first', 'new']);
  });

  it('points a new key to the lead that has the natural key, in the group or before', async () => {
    const naturalKey = newId();
    const [one, two, later] = [newRequest(), newRequest(), newRequest()];
    const kinds = await store(
      lead({}, { request: one, naturalKey }),
      lead({}, { request: two, naturalKey }),
      lead({ name: 'other' }, { request: newRequest() }),
    );
    expect(kinds.toSorted()).toEqual(['key taken', 'stored', 'stored']);
    expect(await store(lead({}, { request: later, naturalKey }))).toEqual(['key taken']);

    expect(await storedNames()).toEqual(['Maria', 'other']);
    const found = await database.sql<{ name: string }[]>`
      select l.name from idempotency_keys k
      join leads l on l.company_id = k.company_id and l.id = k.lead_id
      where k.key = any(${[one.key, two.key, later.key]}::uuid[])`;
    expect(found.map(({ name }) => name)).toEqual(['Maria', 'Maria', 'Maria']);
  });

  it('takes no natural key for a lead that does not get its key', async () => {
    const request = newRequest();
    await store(lead({ name: 'first' }, { request }));
    const naturalKey = newId();
    expect(await store(lead({}, { request, naturalKey }))).toEqual(['key taken']);
    expect(await store(lead({ name: 'second' }, { naturalKey }))).toEqual(['stored']);
  });

  it('takes over a key that has expired', async () => {
    const keys = { request: newRequest() };
    await store(lead({ name: 'old' }, keys));
    await database.sql`
      update idempotency_keys set expires_at = now() - interval '1 second'
      where company_id = ${tenant.companyId}`;

    expect(await store(lead({ name: 'new' }, keys))).toEqual(['stored']);
  });

  it.each([
    ['Idempotency-Key', { request: newRequest() }],
    ['natural key', { naturalKey: newId() }],
  ])('lets one of two transactions with the same %s store its lead', async (_, keys) => {
    const kinds = await Promise.all([store(lead({}, keys)), store(lead({}, keys))]);

    expect(kinds.flat().sort()).toEqual(['key taken', 'stored']);
    expect(await storedNames()).toEqual(['Maria']);
  });

  it('counts leads on the day of their time zone, and keeps it with them', async () => {
    const [west, east] = ['Etc/GMT+12', 'Etc/GMT-14'];
    await store(lead({ timeZone: west }), lead({ timeZone: east }), lead({ timeZone: west }));

    const count = (table: string, leads: string) =>
      database.sql`select day::text, ${database.sql.unsafe(leads)}::int as leads
        from ${database.sql(table)} where company_id = ${tenant.companyId} group by day order by day`;
    const [wests, easts] = [west, east].map((zone) => dayIn(zone, new Date()));
    const expected = [
      { day: wests, leads: 2 },
      { day: easts, leads: 1 },
    ];
    expect([...(await count('leads', 'count(*)'))]).toEqual(expected);
    expect([...(await count('step_counters', 'sum(leads)'))]).toEqual(expected);
  });

  it('stores nothing when the statements run outside of a transaction', async () => {
    const withoutBegin: Pick<Pool, 'begin'> = {
      begin: async (work) => work(Object.assign(database.sql, { commit: async () => {} }) as never),
    };
    const keys = { request: newRequest(), naturalKey: newId() };
    const pending = [lead({}, keys), lead()];
    const stored = storeLeads(withoutBegin, pending, {
      shard: 0,
      until: answerBy(),
    });

    await expect(stored).rejects.toBeInstanceOf(Error);
    await expect.poll(storedNames).toEqual([]);
    const rows = await database.sql`
      select company_id from contacts union all select company_id from idempotency_keys
      union all select company_id from step_counters`;
    expect(rows.filter(({ company_id }) => company_id === tenant.companyId)).toEqual([]);
  });

  it('stores nothing of a group when the database refuses a row', async () => {
    await expect(
      store(lead({ name: 'good' }), lead({ origin: 'bad' as LeadRow['origin'] })),
    ).rejects.toMatchObject({ code: '23514' });
    expect(await storedNames()).toEqual([]);
  });
});
