import { afterEach, expect, it } from 'vitest';
import { openPool } from '#db/client.ts';
import { withTestDatabase } from '#db/testing.ts';
import { send } from '#server/testing/http-client.ts';
import { expectLedger } from '#server/testing/ledger.ts';
import { Load } from '#server/testing/load.ts';
import { longest, report, times } from '#server/testing/report.ts';
import { testSecrets } from '#server/testing/secrets.ts';
import { cleanUp, newFolder, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant } from '#server/testing/tenant.ts';

const database = withTestDatabase();
afterEach(cleanUp, 60_000);

it('check 35: PostgreSQL that is killed under load is started again, and nothing acknowledged is lost', {
  timeout: 300_000,
}, async () => {
  const DATA_DIR = newFolder();
  const server = startLeadgate({
    env: {
      DATA_DIR,
      ...testSecrets,
      DEMO_DATA: 'off',
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_PER_KEY: '0',
    },
  });
  const { port } = await server.ready;
  const pool = openPool(server.embeddedUrl(DATA_DIR), {
    name: 'test',
    connections: 4,
    statementTimeout: 20_000,
  });
  const tenant = await createTenant(pool.db);
  const load = new Load(tenant);
  const loop = load.closedLoop(port, 30);

  const kills = times(10, 2);
  const outages: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const before = load.count(201);
    await expect.poll(() => load.count(201), { timeout: 20_000 }).toBeGreaterThan(before + 50);
    const pid = Number(server.postmaster);
    process.kill(pid, 'SIGKILL');
    const killedAt = performance.now();
    // Until they look up, the backends that it left behind go on.
    await expect.poll(() => server.postmaster, { timeout: 60_000 }).not.toBe(String(pid));
    const stored = load.count(201);
    await expect
      .poll(() => load.count(201), { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(stored + 10);
    outages.push(performance.now() - killedAt);
  }
  await loop.stop();

  expect(server.isRunning).toBe(true);
  for (const status of load.statuses) expect([201, 503]).toContain(status);
  await expectLedger(pool.sql, tenant.companyId, load.ledger);
  await expect
    .poll(async () => (await send(port, { method: 'GET', path: '/readyz' })).status)
    .toBe(200);
  report(
    35,
    `PostgreSQL killed ${kills} times: leads acknowledged, longest until the next`,
    `${load.count(201)}, ${longest(outages)}`,
  );
  load.close();
  await pool.close();
  expect(await server.stop()).toBe(0);
});

it('check 35: a process that is killed under load loses nothing that it acknowledged', {
  timeout: 900_000,
}, async () => {
  const { sql, url, db } = database;
  const tenant = await createTenant(db);
  const load = new Load(tenant);
  const kills = times(50, 2);
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await startLeadgate({ databaseUrl: url }).ready;
    expect((await load.createPatiently(server.port)).answer?.status).toBe(201);
    const loop = load.closedLoop(server.port, 50);
    const enough = load.count(201) + 50 + ((kill * 97) % 400);
    await expect
      .poll(() => load.count(201), { timeout: 20_000, interval: 1 })
      .toBeGreaterThan(enough);
    await server.kill();
    await loop.stop();
  }
  load.close();

  expect(load.count()).toBeGreaterThan(0);
  expect(load.count(500)).toBe(0);
  await expectLedger(sql, tenant.companyId, load.ledger);
  report(
    35,
    `process killed ${kills} times: leads acknowledged, requests cut off`,
    `${load.count(201)}, ${load.count()}`,
  );
});
