import { readFileSync } from 'node:fs';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { pollOptions, readyz } from '#server/testing/cluster.ts';
import { DatabaseProxy } from '#server/testing/database-proxy.ts';
import { freePort } from '#server/testing/free-port.ts';
import { send } from '#server/testing/http-client.ts';
import { report, times } from '#server/testing/report.ts';
import { testSecrets } from '#server/testing/secrets.ts';
import { cleanUp, startLeadgate } from '#server/testing/start-leadgate.ts';

const database = withTestDatabase();
const migrations: unknown[] = JSON.parse(
  readFileSync('db/migrations/meta/_journal.json', 'utf8'),
).entries;
let proxy: DatabaseProxy;
let sql: postgres.Sql;

/** A database that holds nothing at all, anew for each test. */
beforeEach(async () => {
  await database.sql`drop database if exists ${database.sql(emptyName())} with (force)`;
  await database.sql`create database ${database.sql(emptyName())}`;
  const url = database.adminUrl.replace(/[^/]+$/, emptyName());
  sql = postgres(url, { max: 1, onnotice: () => {} });
  proxy = await DatabaseProxy.open(url);
});
afterEach(async () => {
  await cleanUp();
  await proxy.close();
  await sql.end();
}, 60_000);
const emptyName = () => `${new URL(database.url).pathname.slice(1)}_empty`;

const startOn = (url: string, env: Record<string, string> = {}) =>
  startLeadgate({ env: { DATABASE_URL: url, ...testSecrets, ...env } });

async function expectMigratedOnce(): Promise<void> {
  const applied = await sql`select hash from drizzle.__drizzle_migrations`;
  expect(applied).toHaveLength(migrations.length);
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(migrations.length);
}

it('check 37: a process that starts without its database lives, is not ready, and becomes ready by itself', async () => {
  proxy.refuse();
  const port = await freePort();
  const server = startOn(proxy.url, { PORT: String(port), DEMO_DATA: 'off' });
  await expect
    .poll(() => server.output, pollOptions)
    .toMatch(/The database cannot be reached: .*Trying again/);
  expect((await send(port, { method: 'GET', path: '/livez' })).status).toBe(200);
  expect(await send(port, readyz)).toMatchObject({ status: 503, json: { state: 'starting' } });
  expect((await send(port, { path: '/api/leads/public/x' })).status).toBe(503);

  proxy.accept();
  const back = performance.now();
  expect((await server.ready).port).toBe(port);
  expect((await send(port, readyz)).status).toBe(200);
  await expectMigratedOnce();
  report(
    37,
    'ready after the database came, with migrations and the panel',
    `${Math.round(performance.now() - back)} ms`,
  );
  expect(await server.stop()).toBe(0);
});

it('check 37: five instances that start on an empty database migrate it once', async () => {
  const servers = Array.from({ length: 5 }, () => startOn(proxy.url, { DEMO_DATA: 'on' }));
  await Promise.all(servers.map((server) => server.ready));

  await expectMigratedOnce();
  expect(await sql`select from applications`).toHaveLength(2);
  for (const { port, demoCall } of servers) expect((await send(port, demoCall)).status).toBe(201);
});

it('check 37: what a killed migrator has begun, the next start completes', async () => {
  const points = [
    '"applications"',
    '"leads"',
    '"step_counters"',
    '"key_usage"',
    '"idempotency_keys"',
  ];
  const kills = times(points.length, 1);
  for (const point of points.slice(0, kills)) {
    let isReached = false;
    proxy.hold((_, statement) => {
      isReached ||= statement.includes(`CREATE TABLE ${point}`);
      return isReached;
    });
    const server = startOn(proxy.url, { DEMO_DATA: 'off' });
    await expect.poll(() => isReached, pollOptions).toBe(true);
    await server.kill();
    proxy.letGo();
  }
  const [begun] = await sql`select to_regclass('leads') as leads`;
  expect(begun?.leads).toBeNull();

  const server = startOn(proxy.url, { DEMO_DATA: 'on' });
  await server.ready;
  expect((await send(server.port, server.demoCall)).status).toBe(201);
  await expectMigratedOnce();
  report(37, 'migrators killed, each migration applied', `${kills}, once`);
});
