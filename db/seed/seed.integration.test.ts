import { createHash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { apiKeys } from '#db/schema/api-keys.ts';
import { applicationHosts, companies, memberships, users } from '#db/schema/applications.ts';
import { leads } from '#db/schema/leads.ts';
import { withTestDatabase } from '#db/testing.ts';
import { leadStatuses } from '#db/values/leads.ts';
import { demo } from './demo.ts';
import { type SeedDependencies, seedDemo } from './seed-demo.ts';

const database = withTestDatabase();

const dependencies: SeedDependencies = {
  passwordHash: 'hash of the demo password',
  timeZone: 'America/Sao_Paulo',
  secretFor: (purpose) => ({
    hash: createHash('sha256').update(purpose).digest(),
    prefix: 'lk_7Qf2',
    last4: '9xKd',
  }),
  deriveAttribution: ({ formId }) => ({
    source: formId ? 'facebook' : 'api',
    medium: formId ? 'paid_social' : 'none',
    channel: formId ? 'paid_social' : 'other',
  }),
};

beforeAll(async () => {
  await seedDemo(database.db, dependencies);
});

const companyId = async (slug: string) => {
  const [company] = await database.db
    .select({ id: companies.id })
    .from(companies)
    .where(eq(companies.slug, slug));
  return company?.id ?? '';
};

test('gives acme the local hosts and globex its own', async () => {
  const hosts = await database.db.select({ host: applicationHosts.host }).from(applicationHosts);

  expect(hosts.map(({ host }) => host).sort()).toEqual(
    ['127.0.0.1', '[::1]', 'acme.localhost', 'globex.localhost', 'localhost'].sort(),
  );
});

test('makes each person a member with their role in every company of their application', async () => {
  const rows = await database.db
    .select({ email: users.email, company: companies.slug, role: memberships.role })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(companies, eq(companies.id, memberships.companyId));

  const list = rows.map(({ email, company, role }) => `${email} ${role} ${company}`);
  expect(list.sort()).toEqual(
    [
      'admin@acme.test admin acme-labs',
      'admin@acme.test admin acme-sales',
      'admin@globex.test admin globex-sales',
      'agent@acme.test agent acme-labs',
      'agent@acme.test agent acme-sales',
      'bruna@acme.test agent acme-labs',
      'bruna@acme.test agent acme-sales',
      'diego@acme.test agent acme-labs',
      'diego@acme.test agent acme-sales',
      'hanna@globex.test agent globex-sales',
      'viewer@acme.test viewer acme-labs',
      'viewer@acme.test viewer acme-sales',
    ].sort(),
  );
});

test('gives each company two funnels of four to six steps', async () => {
  const rows = await database.sql<{ count: number }[]>`
    select count(*)::int from steps group by funnel_id`;

  expect(rows).toHaveLength(6);
  for (const { count } of rows) expect([4, 5, 6]).toContain(count);
});

test('adds 300 leads to acme-sales, all within the last 30 days', async () => {
  const id = await companyId(demo.companies.sales);
  expect(await database.db.$count(leads, eq(leads.companyId, id))).toBe(300);

  const [span] = await database.sql`
    select min(created_at) > now() - interval '30 days 1 minute' as young,
           max(created_at) > now() - interval '1 hour' as recent,
           max(created_at) <= now() as past
    from leads`;
  expect(span).toEqual({ young: true, recent: true, past: true });
});

test('counts every lead exactly once', async () => {
  const wrong = await database.sql`
    select * from step_counters counted
    full join (
      select company_id, step_id, coalesce(day, (created_at at time zone 'UTC')::date) as day, count(*) as leads
      from leads group by 1, 2, 3
    ) real using (company_id, step_id, day)
    where counted.leads is distinct from real.leads`;

  expect(wrong).toEqual([]);
});

test('ends each timeline in the state of its lead', async () => {
  const wrong = await database.sql`
    select leads.id from leads
    join steps on (steps.company_id, steps.id) = (leads.company_id, leads.step_id)
    left join lateral (
      select (array_agg("to" order by created_at desc) filter (where type = 'status'))[1] as status,
             (array_agg("to" order by created_at desc) filter (where type = 'moved'))[1] as step,
             bool_or(created_at < leads.created_at or created_at > now()) as impossible
      from lead_events events
      where (events.company_id, events.lead_id) = (leads.company_id, leads.id)
    ) last on true
    where coalesce(last.status, 'new') <> leads.status
       or coalesce(last.step, steps.name) <> steps.name
       or last.impossible`;

  expect(wrong).toEqual([]);
});

test.each(Object.values(demo.companies))(
  'shows every kind of work on leads in %s',
  async (slug) => {
    const id = await companyId(slug);
    const [kinds] = await database.sql`
    with leads as (
      select *, first_contact_at - created_at <= interval '1 hour' as in_time
      from leads where company_id = ${id}
    )
    select count(distinct owner_id) >= 2 as owners,
           bool_or(owner_id is null) as unowned,
           bool_or(in_time) as contacted_in_time,
           bool_or(not in_time) as contacted_late,
           bool_or(first_contact_at is null) as waiting,
           bool_or(follow_up_at < date_trunc('day', now(), 'America/Sao_Paulo')) as overdue,
           count(*) filter (where (follow_up_at at time zone 'America/Sao_Paulo')::date
             = (now() at time zone 'America/Sao_Paulo')::date) >= 2 as due_today,
           bool_or(follow_up_at > now() + interval '1 day') as planned,
           bool_or(message is not null) as messages,
           bool_or(unread_phones is not null and cardinality(phones) = 0 and email is null) as unreachable,
           bool_or(name_from is not null) as unnamed,
           bool_or(phone_marks is not null) as marked_phones,
           count(distinct utm_source) >= 5 as sources,
           count(distinct campaign_name) >= 3 as campaigns,
           count(external_lead_id) > count(distinct external_lead_id) as duplicates,
           bool_or(exists (select from lead_events where lead_id = leads.id and type = 'call')) as calls,
           bool_or(exists (select from lead_events where lead_id = leads.id and type = 'note')) as notes
    from leads`;

    expect(Object.entries(kinds ?? {}).filter(([, there]) => !there)).toEqual([]);
  },
);

test('gives each lead the owner, first contact and follow-up of its timeline', async () => {
  const wrong = await database.sql`
    select leads.id from leads
    left join users on users.id = leads.owner_id
    left join lateral (
      select (array_agg("to" order by created_at desc) filter (where type = 'owner'))[1] as owner,
             (array_agg("to" order by created_at desc) filter (where type = 'followUp'))[1]::timestamptz as follow_up,
             min(created_at) filter (where type in ('call', 'status')) as contact,
             min(created_at) as first
      from lead_events events
      where (events.company_id, events.lead_id) = (leads.company_id, leads.id)
    ) last on true
    where (last.owner, last.follow_up, last.contact)
        is distinct from (users.name, leads.follow_up_at, leads.first_contact_at)
      or leads.assigned_at is distinct from case when leads.owner_id is not null then last.first end`;

  expect(wrong).toEqual([]);
});

test('gives no lead a key that could not have created it', async () => {
  const wrong = await database.sql`
    select keys.name, leads.created_at from leads
    join api_keys keys on (keys.company_id, keys.id) = (leads.company_id, leads.api_key_id)
    join steps on (steps.company_id, steps.id) = (leads.company_id, leads.step_id)
    left join api_key_funnels allowed
      on (allowed.company_id, allowed.api_key_id) = (keys.company_id, keys.id)
    where leads.created_at not between keys.first_used_at and keys.last_used_at
       or leads.created_at < keys.created_at
       or leads.created_at >= least(keys.expires_at, keys.deactivated_at)
       or allowed.funnel_id <> steps.funnel_id`;

  expect(wrong).toEqual([]);
});

test('counts one request of a key for each of its leads', async () => {
  const wrong = await database.sql`
    select * from (select api_key_id, count(*) from leads group by 1) created
    left join (select api_key_id, sum(requests) as count from key_usage group by 1) used
      using (api_key_id)
    where created.count is distinct from used.count`;

  expect(wrong).toEqual([]);
});

test('counts a request in the hour of the last use of each key', async () => {
  const wrong = await database.sql`
    select name, last_used_at from api_keys keys
    where last_used_at is not null and not exists (
      select from key_usage used
      where (used.company_id, used.api_key_id) = (keys.company_id, keys.id)
        and used.hour = date_trunc('hour', keys.last_used_at))`;

  expect(wrong).toEqual([]);
});

test.each(Object.values(demo.companies))('has a key in every state in %s', async (slug) => {
  const [states] = await database.sql`
    with keys as (
      select *, coalesce(expires_at > now(), true) as unexpired,
             coalesce(deactivated_at > now(), true) as activated
      from api_keys where company_id = ${await companyId(slug)}
    )
    select bool_or(unexpired and activated and last_used_at is not null) as used,
           bool_or(unexpired and activated and last_used_at is null) as never_used,
           bool_or(activated and expires_at between now() and now() + interval '7 days') as expires_soon,
           bool_or(successor_id is not null and deactivated_at > now()) as retiring,
           bool_or(deactivated_at < now()) as inactive,
           bool_or(expires_at < now()) as expired,
           bool_or(exists (select from api_key_funnels where api_key_id = keys.id)) as limited
    from keys`;

  expect(Object.entries(states ?? {}).filter(([, there]) => !there)).toEqual([]);
});

test('gives the printed demo key every right without expiry', async () => {
  const hash = createHash('sha256').update(demo.key.purpose).digest();
  const [key] = await database.db
    .select()
    .from(apiKeys)
    .where(sql`${apiKeys.secretHash} = ${hash}`);

  expect(key).toMatchObject({
    companyId: await companyId(demo.companies.sales),
    name: demo.key.name,
    permissions: ['leads:create'],
    expiresAt: null,
    deactivatedAt: null,
    deletedAt: null,
  });
});

test('rejects a database that contains an application', async () => {
  await expect(seedDemo(database.db, dependencies)).rejects.toThrow('empty database');
});

test('names no step like a status that is not marked, and gives leads in marked steps their status', async () => {
  const named = await database.sql`
    select name from steps
    where lead_outcome is null and lower(name) in ${database.sql([...leadStatuses, 'won'])}`;
  expect([...named]).toEqual([]);

  const rows = await database.sql<{ outcome: string; status: string }[]>`
    select distinct steps.lead_outcome as outcome, leads.status from leads
    join steps on steps.company_id = leads.company_id and steps.id = leads.step_id
    where steps.lead_outcome is not null order by 1`;
  expect([...rows]).toEqual([
    { outcome: 'lost', status: 'lost' },
    { outcome: 'won', status: 'converted' },
  ]);
});
