import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { openPool, type Pool } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { withTestDatabase } from '#db/testing.ts';
import { acceptedPerGroup } from '#db/values/intake-log.ts';
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
  writeIntakeLog(pool, bodySeal, { entries: [], bodies: [], groups: [], keyless: [], ...batch });

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
