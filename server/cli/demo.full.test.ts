import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openPool } from '#db/client.ts';
import { isTransient } from '#db/errors.ts';
import { createFunnel, createStep } from '#db/factories/funnels.ts';
import { createLead } from '#db/factories/leads.ts';
import { suffix } from '#db/factories/row.ts';
import { generateLeads } from '#db/seed/generate-leads.ts';
import { deriveAttribution } from '../services/leads/derive-attribution.ts';
import { listLeads } from '../services/leads/list-leads.ts';
import { operator } from './connect.ts';
import { createAcme, withCli } from './testing.ts';

const { database, cli, callJson } = withCli();
const target = { companyId: '', stepId: '' };
const result = z.strictObject({
  company: z.string(),
  leads: z.number(),
  seconds: z.number(),
  path: z.string(),
});
const grow = (leads: number) => callJson(result, `demo grow --leads ${leads} --company sales`);
const countLeads = async () => {
  const [row] = await database.sql<{ leads: string }[]>`select count(*) as leads from leads`;
  return Number(row?.leads);
};

beforeAll(async () => {
  const { db } = database;
  const { sales } = await createAcme(database);
  const { companyId, funnelId, id: stepId } = sales;
  const archivedAt = new Date();
  await createStep(db, { companyId, funnelId, archivedAt });
  const archivedFunnel = await createFunnel(db, { companyId, archivedAt });
  await createStep(db, { companyId, funnelId: archivedFunnel.id });
  const partners = await createFunnel(db, { companyId });
  await createStep(db, { companyId, funnelId: partners.id, name: 'Tab\there \\ back' });
  await createLead(db, { companyId, stepId, createdAt: new Date() });
  Object.assign(target, { companyId, stepId });
});

/** Queries that return rows when something is wrong. */
const inconsistencies = (): [string, postgres.PendingQuery<postgres.Row[]>][] => {
  const { sql } = database;
  return [
    [
      'a counter that differs from its leads',
      sql`select * from step_counters counted
        full join (
          select company_id, step_id, coalesce(day, (created_at at time zone 'UTC')::date) as day, count(*) as leads
          from leads group by 1, 2, 3
        ) real using (company_id, step_id, day)
        where counted.leads is distinct from real.leads`,
    ],
    [
      'a lead without its contact',
      sql`select l.id from leads l left join contacts c
          on (c.company_id, c.id, c.name, c.phones, c.created_at)
            = (l.company_id, l.contact_id, l.name, l.phones, l.created_at)
            and c.email is not distinct from l.email
        where c.id is null`,
    ],
    [
      'a contact without exactly one lead',
      sql`select c.id from contacts c left join leads l
          on (l.company_id, l.contact_id) = (c.company_id, c.id)
        group by c.id having count(l.id) <> 1`,
    ],
    [
      'a lead in an unknown or archived step',
      sql`select l.id from leads l
        left join steps s on (s.company_id, s.id) = (l.company_id, l.step_id)
        left join funnels f on (f.company_id, f.id) = (s.company_id, s.funnel_id)
        where f.id is null or s.archived_at is not null or f.archived_at is not null`,
    ],
    [
      'a lead outside the past year',
      sql`select id from leads
        where created_at > now() or created_at < now() - interval '365 days 5 minutes'`,
    ],
    [
      'an ID that is not a UUID version 7 of its time',
      sql`with ids as (
          select id, created_at from leads where origin = 'import'
          union all select contact_id, created_at from leads where origin = 'import'
        )
        select * from ids
        where substr(id::text, 15, 1) <> '7' or substr(id::text, 20, 1) not between '8' and 'b'
          or ('x' || lpad(left(replace(id::text, '-', ''), 12), 16, '0'))::bit(64)::bigint
            <> (extract(epoch from created_at) * 1000)::bigint`,
    ],
  ];
};

async function expectConsistent(): Promise<void> {
  for (const [name, query] of inconsistencies())
    expect([name, [...(await query)]]).toEqual([name, []]);
}

test('adds leads with contacts and counters beside existing leads', async () => {
  const before = await countLeads();

  expect(await grow(5_000)).toMatchObject({
    company: 'sales',
    leads: 5_000,
    path: '/sales/funnels',
  });
  expect(await countLeads()).toBe(before + 5_000);
  await expectConsistent();
});

test('adds leads again to the same company', async () => {
  const before = await countLeads();

  await grow(700);
  await grow(1);
  expect(await countLeads()).toBe(before + 701);
  await expectConsistent();
});

test('spreads leads over the open steps and the whole year', async () => {
  const steps = await database.sql`
    select s.name, count(*)::int as leads, count(distinct date_trunc('month', l.created_at))::int as months
    from leads l join steps s on s.id = l.step_id group by s.id, s.name order by 2 desc`;

  expect(steps).toHaveLength(3);
  expect(steps[0]).toMatchObject({ months: expect.toSatisfy((months) => months >= 12) });
});

test('draws varied people, phones, sources and outcomes', async () => {
  const [distinct] = await database.sql`
    select count(distinct name)::int as names, count(distinct phones)::int as phones,
           count(distinct source)::int as sources, count(distinct campaign_name)::int as campaigns,
           count(distinct status)::int as statuses, count(distinct temperature)::int as temperatures
    from leads where origin = 'import'`;

  expect(distinct?.names).toBeGreaterThan(300);
  expect(distinct?.phones).toBeGreaterThan(800);
  expect(distinct?.sources).toBeGreaterThan(5);
  expect(distinct).toMatchObject({ campaigns: 4, statuses: 7, temperatures: 3 });
});

test('lists the added leads, newest first', async () => {
  const page = await listLeads(database.db, operator(target.companyId), { stepId: target.stepId });
  const times = page.items.map(({ createdAt }) => createdAt.getTime());

  expect(times).toHaveLength(25);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(page.nextCursor).not.toBeNull();
  expect(new Set(page.items.map(({ status }) => status)).size).toBeGreaterThan(1);
});

test('keeps whole batches after Ctrl+C', { timeout: 60_000 }, async () => {
  const before = await countLeads();
  const firstCommit = async () => {
    while ((await countLeads()) === before) await sleep(50);
  };
  const outcome = await cli('demo grow --leads 100000000 --company sales', {
    interruptAfter: firstCommit(),
  });

  const added = (await countLeads()) - before;
  expect(outcome).toMatchObject({ exitCode: 130, stdout: '' });
  expect(outcome.stderr).toContain(
    `Stopped by Ctrl+C: ${added.toLocaleString('en-US')} of 100,000,000 leads were added\n`,
  );
  await expectConsistent();
});

test('keeps whole batches when the connection is lost', { timeout: 60_000 }, async () => {
  const pool = openPool(database.url, {
    name: 'terminated',
    connections: 1,
    statementTimeout: 20_000,
  });
  const generation = generateLeads(pool.db, {
    company: { id: target.companyId, slug: 'sales', timeZone: 'Asia/Kathmandu' },
    leads: 1_000_000,
    deriveAttribution,
    signal: new AbortController().signal,
    onProgress: async () => {
      await database.sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'leadgate terminated'`;
    },
  });

  await expect(generation).rejects.toSatisfy(isTransient);
  await pool.close();
  await expectConsistent();
});

describe('a database user with rights on rows only', () => {
  const role = `rows_only_${suffix()}`;

  beforeAll(async () => {
    const { sql } = database;
    await sql`create role ${sql(role)} login password 'rows_only'`;
    await sql`grant select, insert, update on all tables in schema public to ${sql(role)}`;
  });
  afterAll(async () => {
    const { sql } = database;
    await sql`drop owned by ${sql(role)}`;
    await sql`drop role ${sql(role)}`;
  });

  test('adds leads', async () => {
    const before = await countLeads();
    const url = new URL(database.url);
    Object.assign(url, { username: role, password: 'rows_only' });
    const pool = openPool(url.href, {
      name: 'rows_only',
      connections: 1,
      statementTimeout: 20_000,
    });
    const added = await generateLeads(pool.db, {
      company: { id: target.companyId, slug: 'sales', timeZone: 'Asia/Kathmandu' },
      leads: 3_000,
      deriveAttribution,
      signal: new AbortController().signal,
      onProgress: () => {},
    });
    await pool.close();

    expect(added).toBe(3_000);
    expect(await countLeads()).toBe(before + 3_000);
    await expectConsistent();
  });
});
