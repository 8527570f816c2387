import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { openPool, type Pool } from '#db/client.ts';
import { createLead } from '#db/factories/leads.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { acceptedPerGroup } from '#db/values/intake-log.ts';
import { eraseLead } from '../services/leads/erase-lead.ts';
import { bodySeal } from '../testing/secrets.ts';
import { createTenant, type Tenant } from '../testing/tenant.ts';
import type { LogBatch } from './log-buffer.ts';
import type { LogRow } from './log-rows.ts';
import { trimIntakeLog, writeIntakeLog } from './write-intake-log.ts';

const database = withTestDatabase();
let pool: Pool;
let tenant: Tenant;
beforeAll(async () => {
  pool = openPool(database.url, { name: 'test', connections: 2, statementTimeout: 10_000 });
  tenant = await createTenant(database.db);
  return () => pool.close();
});

const row = (given: Partial<LogRow> = {}): LogRow => ({
  companyId: tenant.companyId,
  id: newId(),
  apiKeyId: tenant.key.id,
  stepId: tenant.stepId,
  status: 400,
  outcome: 'refused',
  cause: '',
  timeZone: 'UTC',
  message: '',
  requestId: 'r',
  leadId: null,
  item: null,
  ignoredFields: [],
  body: 'notRead',
  bytes: undefined,
  headers: undefined,
  at: Date.now(),
  ...given,
});
const countOf = (group: LogRow, requests: number) => ({
  ...group,
  requests,
  droppedEntries: 1,
  droppedBodies: 2,
  firstAt: group.at - 1_000,
  lastAt: group.at,
});
const write = (batch: Partial<LogBatch>) =>
  writeIntakeLog(
    pool,
    bodySeal,
    { entries: [], bodies: [], groups: [], keyless: [], ...batch },
    false,
  );

it('writes a batch again without a second entry, when it was written without our knowing', async () => {
  const entry = row({ body: 'stored', bytes: Buffer.from('{"name":"Ana"}') });
  await write({ entries: [entry], bodies: [entry] });
  await write({ entries: [entry], bodies: [entry] });
  const rows = await database.sql<{ sealed: Buffer }[]>`
    select b.sealed from intake_log l join request_bodies b
      on b.company_id = l.company_id and b.subject_id = l.id and b.id = l.id
    where l.id = ${entry.id}`;
  expect(rows.map(({ sealed }) => bodySeal.open(sealed, entry)?.toString())).toEqual([
    '{"name":"Ana"}',
  ]);
});

it('adds up the counts of several processes by day', async () => {
  const at = Date.parse('2027-01-31T23:30:00.000Z');
  const group = row({ cause: randomUUID(), at, timeZone: 'Asia/Kathmandu' });
  await Promise.all([1, 2, 3].map((n) => write({ groups: [countOf(group, n)] })));
  const [counted, ...others] = await database.sql`
    select day::text, requests::int, dropped_entries::int, dropped_bodies::int
    from intake_groups where cause = ${group.cause}`;
  expect(others).toEqual([]);
  expect(counted).toEqual({
    day: '2027-02-01',
    requests: 6,
    dropped_entries: 3,
    dropped_bodies: 6,
  });
});

it('stores texts that PostgreSQL would refuse', async () => {
  const entry = row({ message: 'a\0b\ud800', ignoredFields: ['a "quoted" \\name'], cause: '\0' });
  await write({ entries: [entry], groups: [countOf(entry, 1)] });
  const [stored] = await database.sql`
    select message, ignored_fields as ignored from intake_log where id = ${entry.id}`;
  expect(stored).toEqual({ message: 'a\ufffdb\ufffd', ignored: ['a "quoted" \\name'] });
});

it('trims a group to its newest entries, and no other', async () => {
  const accepted = { status: 200, outcome: 'answered', cause: randomUUID() } as const;
  const entries = Array.from({ length: acceptedPerGroup + 20 }, () => row(accepted));
  const other = row({ ...accepted, stepId: null });
  await write({ entries: [other, ...entries] });
  await trimIntakeLog(pool, row(accepted));
  await trimIntakeLog(pool, other);

  const left = await database.sql<{ id: string }[]>`
    select id from intake_log where outcome = 'answered' order by id`;
  expect(left.map(({ id }) => id)).toEqual(
    [other, ...entries.slice(20)].map(({ id }) => id).sort(),
  );
});

const requestsOf = async (leadId: string) => {
  const [count] = await database.sql`
    select (select count(*)::int from intake_log where lead_id = ${leadId}) as entries,
      (select count(*)::int from request_bodies where subject_id = ${leadId}) as bodies`;
  return count;
};
const requestOf = ({ id }: { id: string }) =>
  row({ status: 201, outcome: 'created', id, leadId: id, body: 'stored', bytes: Buffer.from('a') });

it('does not write a request whose lead was erased', async () => {
  const lead = await createLead(database.db, tenant);
  const entry = requestOf(lead);
  await eraseLead(database.db, tenant.system, lead);
  await write({ entries: [entry], bodies: [entry] });
  expect(await requestsOf(lead.id)).toEqual({ entries: 0, bodies: 0 });
});

it('erases a lead with its request that is being written', async () => {
  const { db, sql } = database;
  const lead = await createLead(db, tenant);
  const entry = requestOf(lead);
  const groups = [countOf(entry, 1)];
  await write({ groups });
  const waiting = (count: number) =>
    vi.waitUntil(
      async () => {
        const { length } = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
        return length === count;
      },
      { timeout: 10_000 },
    );

  const both = await sql.begin(async (tx) => {
    await tx`select from intake_groups where company_id = ${tenant.companyId} for update`;
    const writing = write({ entries: [entry], bodies: [entry], groups });
    await waiting(1);
    const erasure = eraseLead(db, tenant.system, lead);
    await waiting(2);
    return [{ writing, erasure }];
  });
  await Promise.all(both.flatMap(Object.values));
  expect(await requestsOf(lead.id)).toEqual({ entries: 0, bodies: 0 });
});
