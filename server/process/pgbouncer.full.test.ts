import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inspectAddress, keepsSession } from '#db/address.ts';
import { openPool, type Pool } from '#db/client.ts';
import { servingRole } from '#db/embedded/roles.ts';
import { withTestDatabase } from '#db/testing.ts';
import { withCli } from '#server/cli/testing.ts';
import { prepareLock } from '#server/process/prepare-database.ts';
import { deactivateApiKey } from '#server/services/api-keys/deactivate-api-key.ts';
import { DatabaseProxy } from '#server/testing/database-proxy.ts';
import { Load } from '#server/testing/load.ts';
import { PgBouncer } from '#server/testing/pg-bouncer.ts';
import { testSecrets } from '#server/testing/secrets.ts';
import { cleanUp, newFolder, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';
import { isOutOfReach } from '../../scripts/debian-program.mjs';

/** What operators add so that clients may send settings at the start of a connection. */
const ignoring =
  'ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout, enable_seqscan, plan_cache_mode';
const transactions = 'pool_mode = transaction';
const database = withTestDatabase();
const { cli } = withCli();
const isSkipped = isOutOfReach('pgbouncer');
let bouncer: PgBouncer | undefined;
let pooledUrl: string;

beforeAll(async () => {
  if (isSkipped) return;
  bouncer = await PgBouncer.start([database.url], `${transactions}\n${ignoring}`);
  pooledUrl = bouncer.through(database.url);
});
afterEach(cleanUp, 60_000);
afterAll(() => bouncer?.stop());

const start = (env: Record<string, string>) => startLeadgate({ databaseUrl: pooledUrl, env });
const direct = { DATABASE_URL_DIRECT: database.adminUrl };

describe.skipIf(isSkipped)(
  'a start that needs sessions and has none is refused in one line',
  () => {
    const refusal = async (env: Record<string, string> = {}) => {
      const server = start(env);
      expect(await server.ended).toBe(1);
      return server.output.split('\n').filter((line) => line.startsWith('Leadgate cannot start. '));
    };
    const missing = [
      'Leadgate cannot start. DATABASE_URL leads through a connection pooler: set DATABASE_URL_DIRECT to the address of PostgreSQL itself',
    ];

    it('with the usual ignore_startup_parameters', async () => {
      expect(await refusal()).toEqual(missing);
    });

    it('without them', async () => {
      const strict = await PgBouncer.start([database.url]);
      const url = strict.through(database.url);
      expect(await refusal({ DATABASE_URL: url })).toEqual(missing);
      await strict.stop();
    });

    it('with DATABASE_URL_DIRECT at the pooler too', async () => {
      expect(await refusal({ DATABASE_URL_DIRECT: pooledUrl })).toEqual([
        'Leadgate cannot start. DATABASE_URL_DIRECT leads through a connection pooler in transaction mode: give the address of PostgreSQL itself',
      ]);
    });
  },
);

it.skipIf(isSkipped)(
  'a start with DATABASE_URL_DIRECT at another database of the server is refused',
  async () => {
    const other = database.adminUrl.replace(/[^/]+$/, 'postgres');
    const server = start({ DATABASE_URL_DIRECT: other });
    expect(await server.ended).toBe(1);
    expect(server.output).toMatch(
      /^Leadgate cannot start\. .* do not lead to the same database: /m,
    );
  },
);

it.skipIf(isSkipped)('finds out what a pooler keeps', async () => {
  const session = await PgBouncer.start([database.url], 'pool_mode = session');
  const sessionUrl = session.through(database.url);

  expect((await inspectAddress(database.url)).pooler).toBeUndefined();
  const pooler = { keepsStatements: PgBouncer.keepsStatements() };
  expect(await inspectAddress(pooledUrl)).toEqual({ role: servingRole, pooler });
  expect((await inspectAddress(sessionUrl)).pooler).toBeDefined();
  const urls = [database.url, sessionUrl, pooledUrl];
  expect(await Promise.all(urls.map(keepsSession))).toEqual([true, true, false]);
  await session.stop();
});

describe.skipIf(isSkipped)('behind PgBouncer, with DATABASE_URL_DIRECT', () => {
  it('several instances start, store leads, and refuse a deactivated key within a second', {
    timeout: 120_000,
  }, async () => {
    const servers = [start({ ...direct, WEB_CONCURRENCY: '2' }), start(direct)];
    const ports = await Promise.all(servers.map(async ({ ready }) => (await ready).port));
    const tenant = await createTenant(database.db);
    const load = new Load(tenant);
    const loops = ports.map((port) => load.closedLoop(port, 8));
    await expect.poll(() => load.count(201)).toBeGreaterThan(400);
    await deactivateApiKey(database.db, tenant.system, { id: tenant.key.id });
    await sleep(1_000);
    for (const port of ports) {
      const { answer } = await load.create(port);
      expect(answer?.status).toBe(401);
    }
    await Promise.all(loops.map((loop) => loop.stop()));
    load.close();

    const [row] = await database.sql<{ stored: number }[]>`
      select count(*)::int as stored from leads where company_id = ${tenant.companyId}`;
    expect(row?.stored).toBe(load.count(201));
    for (const server of servers) expect(server.failedRequests).toEqual([]);
  });

  it('requests get 503 while PgBouncer cannot reach PostgreSQL, and 201 afterwards', {
    timeout: 60_000,
  }, async () => {
    const proxy = await DatabaseProxy.open(database.url);
    const pollOptions = await PgBouncer.start(
      [proxy.url],
      `${transactions}\nserver_login_retry = 1`,
    );
    const server = start({ ...direct, DATABASE_URL: pollOptions.through(proxy.url) });
    const { port } = await server.ready;
    const load = new Load(await createTenant(database.db));
    const status = async () => (await load.create(port)).answer?.status;
    await expect.poll(status).toBe(201);
    proxy.refuse();
    const statuses = new Set<number | undefined>();
    for (let n = 0; n < 20; n += 1) {
      statuses.add(await status());
      await sleep(100);
    }
    expect([...statuses]).toEqual([503]);
    proxy.accept();
    await expect.poll(status).toBe(201);
    load.close();
    await server.stop();
    await pollOptions.stop();
    await proxy.close();
  });

  it('the command line works, and saves a backup', { timeout: 60_000 }, async () => {
    const file = join(newFolder(), 'backup');
    const env = { ...testSecrets, ...direct };
    const saved = await cli(`backup create ${file}`, { databaseUrl: pooledUrl, env });
    expect(saved).toMatchObject({ exitCode: 0 });
    const listed = await cli('applications list', { databaseUrl: pooledUrl, env });
    expect(listed).toMatchObject({ exitCode: 0, stderr: '' });
  });
});

describe.skipIf(isSkipped)('a pool behind PgBouncer', () => {
  let pool: Pool;
  beforeAll(async () => {
    const { pooler } = await inspectAddress(pooledUrl);
    const options = { name: 'pooled', connections: 8, statementTimeout: 2_000, neverScan: true };
    pool = openPool(pooledUrl, { ...options, pooler });
  });
  afterAll(() => pool.close());

  const settings = `select current_setting('statement_timeout') as timeout,
    current_setting('idle_in_transaction_session_timeout') as idle,
    current_setting('enable_seqscan') as scan, current_setting('plan_cache_mode') as plan`;
  const made = { timeout: '2s', idle: '2s', scan: 'off', plan: 'force_generic_plan' };

  it('has its settings in each statement and transaction, and leaves none behind', async () => {
    const { sql } = pool;
    expect([...(await sql.unsafe(settings))]).toEqual([made]);
    expect([...(await sql.begin((tx) => tx.unsafe(settings)))]).toEqual([made]);
    const mode = 'isolation level repeatable read';
    expect([...(await sql.begin(mode, (tx) => tx.unsafe(settings)))]).toEqual([made]);

    const other = openPool(pooledUrl, {
      name: 'other',
      connections: 8,
      statementTimeout: 9_000,
      pooler: { keepsStatements: false },
    });
    const seen = await Promise.all(Array.from({ length: 8 }, () => other.sql.unsafe(settings)));
    await other.close();
    const own = { timeout: '9s', idle: '9s', scan: 'on', plan: 'force_custom_plan' };
    expect(seen.map(([row]) => row)).toEqual(seen.map(() => own));
  });

  it('PostgreSQL ends a statement that takes too long', async () => {
    const { sql } = pool;
    await expect(sql`select pg_sleep(5)`).rejects.toMatchObject({ code: '57014' });
    const work = sql.begin((tx) => tx`select pg_sleep(5)`);
    await expect(work).rejects.toMatchObject({ code: '57014' });
  });

  it('the same statements run on all connections at once', async () => {
    const { sql } = pool;
    await Promise.all(
      Array.from({ length: 100 }, async (_, n) => {
        const [alone] = await sql`select ${n}::int as n, ${'x'}::text as x`;
        const [within] = await sql.begin((tx) => tx`select ${n}::int as n, ${'y'}::text as y`);
        expect([alone, within]).toEqual([
          { n, x: 'x' },
          { n, y: 'y' },
        ]);
      }),
    );
  });

  it('takes the transactions of services', async () => {
    const { db, sql } = pool;
    const { companyId, system, key } = await createTenant(db);
    await deactivateApiKey(db, system, { id: key.id });
    const entries = await sql`select action from audit_log where company_id = ${companyId}`;
    expect([...entries]).toEqual([{ action: 'apiKeys.deactivate' }]);
  });

  it('a statement that fails fails alone', async () => {
    const { sql } = pool;
    await expect(sql`select 1 / 0`).rejects.toMatchObject({ code: '22012' });
    expect([...(await sql`select 1 as one`)]).toEqual([{ one: 1 }]);
  });
});

it.skipIf(isSkipped)(
  'a process that waits for another one that prepares the database says so',
  {
    timeout: 60_000,
  },
  async () => {
    let server: ReturnType<typeof start> | undefined;
    await database.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${prepareLock})`;
      server = start(direct);
      await expect
        .poll(() => server?.output)
        .toContain('! Another process prepares the database. Waiting for it');
    });
    await server?.ready;
  },
);
