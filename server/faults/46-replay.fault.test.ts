import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import type { FieldRule } from '#db/values/field-mapping.ts';
import { undoReplay } from '#server/replay/end-replay.ts';
import { listReplays } from '#server/replay/read-replays.ts';
import { startReplay } from '#server/replay/start-replay.ts';
import { saveMapping } from '#server/services/api-keys/save-mapping.ts';
import { type Answer, send } from '#server/testing/http-client.ts';
import { expectLeadsConsistent } from '#server/testing/ledger.ts';
import { report, times } from '#server/testing/report.ts';
import { cleanUp, type Leadgate, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant, type Member, type Tenant } from '#server/testing/tenant.ts';

const database = withTestDatabase();
afterEach(cleanUp, 60_000);

interface Refused {
  name: string;
  body: string;
  idempotencyKey?: string;
}

/** Where each kind of body has its name: five causes in the log. */
const paths = [
  ['who', 'called'],
  ['lead', 'nome'],
  ['form', 'person', 'label'],
  ['payload', 'n'],
  ['ficha', 'quem'],
];
const rules = paths.map((path): FieldRule => ({ path, field: 'name' }));

const nest = (path: readonly string[], value: unknown) =>
  path.reduceRight((inner, name) => ({ [name]: inner }), value);

/** Every second one with an `Idempotency-Key`. */
const refusedRequests = (count: number): Refused[] =>
  Array.from({ length: count }, (_, index) => {
    const name = `Lead ${randomUUID()}`;
    const body = JSON.stringify(nest(paths[index % paths.length] ?? [], name));
    return { name, body, ...(index % 2 === 0 && { idempotencyKey: randomUUID() }) };
  });

const post = (port: number, { host, stepId, secret }: Tenant, { body, idempotencyKey }: Refused) =>
  send(port, {
    path: `/api/leads/public/${stepId}`,
    headers: {
      host,
      'x-api-key': secret,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body,
  });

/** Sends all of them, some at a time, and returns when the log has them. */
async function refuseAll(port: number, tenant: Tenant, requests: readonly Refused[]) {
  for (let index = 0; index < requests.length; index += 50) {
    const some = requests.slice(index, index + 50);
    const answers = await Promise.all(some.map((request) => post(port, tenant, request)));
    for (const { status } of answers) expect(status).toBe(400);
  }
  const logged = async () => {
    const rows = await database.sql`
      select from intake_log where company_id = ${tenant.companyId} and body = 'stored'`;
    return rows.length;
  };
  await expect.poll(logged).toBe(requests.length);
}

async function startAll(tenant: Tenant, admin: Member): Promise<{ groupId: string; id: string }[]> {
  const groups = await database.sql<{ groupId: string }[]>`
    select distinct group_id as "groupId" from intake_log where company_id = ${tenant.companyId}`;
  const ids: { groupId: string; id: string }[] = [];
  for (const { groupId } of groups) {
    ids.push({ groupId, ...(await startReplay(database.db, admin, { groupId, stepId: null })) });
  }
  return ids;
}

const mapNames = ({ key }: Tenant, admin: Member) =>
  saveMapping(database.db, admin, { id: key.id, rules, comesFrom: null, version: 0 });

async function openReplays({ companyId }: Tenant): Promise<number> {
  const rows = await database.sql`
    select from replays where company_id = ${companyId} and status in ('running', 'undoing')`;
  return rows.length;
}

/** Leads and results, of which there are more with each step of the work. */
async function progress({ companyId }: Tenant): Promise<number> {
  const [row] = await database.sql<{ done: number }[]>`
    select (select count(*) from leads where company_id = ${companyId})::int
      + (select count(*) from replay_requests
         where company_id = ${companyId} and outcome is not null)::int as done`;
  return row?.done ?? 0;
}

/** Senders that send each refused request again and again, until there is an answer that is no failure. */
function retryStorm(tenant: Tenant, requests: readonly Refused[], port: () => number | undefined) {
  const answers = new Map<Refused, Answer>();
  let isStopped = false;
  const sendAgain = async (request: Refused) => {
    const to = port();
    const answer = to === undefined ? undefined : await post(to, tenant, request).catch(() => {});
    if (answer?.status === 201) answers.set(request, answer);
  };
  const one = async (own: readonly Refused[]) => {
    while (!isStopped) {
      for (const request of own) {
        if (isStopped) return;
        await sendAgain(request);
        await sleep(20);
      }
    }
  };
  const clients = 4;
  const done = Promise.all(
    Array.from({ length: clients }, (_, client) =>
      one(requests.filter((__, index) => index % clients === client)),
    ),
  );
  return {
    answers,
    stop: async () => {
      isStopped = true;
      await done;
    },
  };
}

it('check 46: a replay under retries whose process is killed makes one lead of each request', {
  timeout: 600_000,
}, async () => {
  const tenant = await createTenant(database.db);
  const admin = await tenant.newMember('admin');
  const requests = refusedRequests(1_000);
  let server: Leadgate | undefined = await startLeadgate({ databaseUrl: database.url }).ready;
  await refuseAll(server.port, tenant, requests);
  await mapNames(tenant, admin);
  await startAll(tenant, admin);
  const storm = retryStorm(tenant, requests, () => server?.port);

  const kills = times(20, 3);
  let killed = 0;
  while (killed < kills && (await openReplays(tenant)) > 0) {
    const running = server ?? (await startLeadgate({ databaseUrl: database.url }).ready);
    server = running;
    const before = await progress(tenant);
    // Some before the next lead, some between leads and their results.
    await expect
      .poll(() => progress(tenant), { timeout: 30_000, interval: 1 })
      .toBeGreaterThan(before + ((killed * 7) % 30));
    server = undefined;
    await running.kill();
    killed += 1;
  }
  server ??= await startLeadgate({ databaseUrl: database.url }).ready;
  await expect.poll(() => openReplays(tenant), { timeout: 60_000 }).toBe(0);
  await storm.stop();
  const { port } = server;
  for (const request of requests) {
    const answer = await post(port, tenant, request);
    expect(answer.status).toBe(201);
    storm.answers.set(request, answer);
  }

  const stored = await database.sql<{ id: string; name: string }[]>`
    select id, name from leads where company_id = ${tenant.companyId} order by name`;
  expect(stored.map(({ name }) => name)).toEqual(requests.map(({ name }) => name).toSorted());
  const ids = new Map(stored.map(({ id, name }) => [name, id]));
  for (const [{ name }, { json }] of storm.answers) {
    expect(json).toMatchObject({ data: { id: ids.get(name) } });
  }
  const results = await database.sql`
    select from replay_requests
    where company_id = ${tenant.companyId} and outcome in ('created', 'repeated')`;
  expect(results).toHaveLength(requests.length);
  await expectLeadsConsistent(database.sql, tenant.companyId);
  report(46, 'process killed during a replay of 1,000 requests', `${killed} times`);
});

it('check 46: a large replay is done, and undone', { timeout: 300_000 }, async () => {
  const tenant = await createTenant(database.db);
  const admin = await tenant.newMember('admin');
  const requests = refusedRequests(times(10_000, 500));
  const { port } = await startLeadgate({ databaseUrl: database.url }).ready;
  await refuseAll(port, tenant, requests);
  await mapNames(tenant, admin);
  const began = performance.now();
  const replays = await startAll(tenant, admin);
  await expect.poll(() => openReplays(tenant), { timeout: 120_000, interval: 50 }).toBe(0);
  const took = Math.round((performance.now() - began) / 100) / 10;
  report(46, `replay of ${requests.length} requests`, `${took} s`);

  const leads = async () => {
    const rows = await database.sql`select from leads where company_id = ${tenant.companyId}`;
    return rows.length;
  };
  expect(await leads()).toBe(requests.length);
  await expectLeadsConsistent(database.sql, tenant.companyId);
  for (const { id, groupId } of replays) {
    await undoReplay(database.db, admin, { id });
    await expect.poll(() => openReplays(tenant), { timeout: 60_000, interval: 50 }).toBe(0);
    expect((await listReplays(database.db, admin, { groupId }))[0]?.status).toBe('undone');
  }
  expect(await leads()).toBe(0);
  await expectLeadsConsistent(database.sql, tenant.companyId);
});
