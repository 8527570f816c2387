import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Answer, send } from '#server/testing/http-client.ts';
import { expectLedger } from '#server/testing/ledger.ts';
import { report } from '#server/testing/report.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();
const kills = 50;
/** Those of the served process. */
const names = ['intake', 'panel', 'background', 'change listener'].map(
  (name) => `leadgate ${name}`,
);

/** Ends a backend: one in the middle of a statement rather than not. Says whose it was. */
async function kill(): Promise<string | undefined> {
  const [victim] = await intake.database.sql<{ name: string }[]>`
    select pg_terminate_backend(pid), name from (
      select pid, application_name as name from pg_stat_activity
      where datname = current_database() and application_name = any(${names})
      order by state <> 'active' and random() < 0.5, random() limit 1) as victim`;
  return victim?.name;
}

const hourlyCount = async (companyId: string) =>
  Number(
    (
      await intake.database.sql`
      select coalesce(sum(requests), 0) as sum from key_usage where company_id = ${companyId}`
    )[0]?.sum,
  );

it('check 33: backends of every pool that are ended under load cost 503s, no lead, no restart', async () => {
  const { sql } = intake.database;
  const { server } = intake;
  const { port } = server;
  const { tenant, load } = await intake.newTenant();
  const panel = await tenant.newPanel();
  const listFunnels = () => panel.query(port, 'funnels.list', { archived: false });
  expect((await load.createPatiently(port)).answer?.status).toBe(201);
  expect((await listFunnels()).status).toBe(200);

  const loop = load.closedLoop(port, 50);
  const screens: Answer[] = [];
  let isOver = false;
  const screen = async () => {
    while (!isOver) screens.push(await listFunnels());
  };
  const watchers = Array.from({ length: 4 }, screen);
  const victims: string[] = [];
  while (victims.length < kills) {
    const stored = load.count(201);
    const victim = await kill();
    if (victim) victims.push(victim);
    await sleep(Math.random() * 20);
    await expect
      .poll(() => load.count(201), { timeout: 5_000, interval: 5 })
      .toBeGreaterThan(stored);
  }
  isOver = true;
  await Promise.all([loop.stop(), ...watchers]);

  expect(server.isRunning).toBe(true);
  expect(new Set(victims)).toEqual(new Set(names));
  expect(load.statuses).toEqual([201, 503]);
  for (const { answer } of load.ledger) {
    if (answer?.status === 503) expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  }
  const odd = screens.filter(({ status }) => status !== 200 && status !== 503);
  const faults = server.output
    .split('\n')
    .filter((line) => line.includes('"level":50,') && line.includes('panel failed'));
  expect([...odd.map(({ text }) => text), ...faults]).toEqual([]);
  await expectLedger(sql, tenant.companyId, load.ledger);
  const refused = load.count(503);
  report(
    33,
    'requests, of them 503, while 50 backends were ended',
    `${load.ledger.length}, ${refused}`,
  );

  const counted = await hourlyCount(tenant.companyId);
  for (let n = 0; n < 20; n += 1) expect((await load.create(port)).answer?.status).toBe(201);
  const shown = await Promise.all(Array.from({ length: 24 }, listFunnels));
  expect(shown.map(({ status }) => status)).toEqual(shown.map(() => 200));
  expect((await send(port, { method: 'GET', path: '/readyz' })).status).toBe(200);
  // Written with arrays, on a pool that lost its connections as well.
  await expect
    .poll(() => hourlyCount(tenant.companyId), { timeout: 5_000 })
    .toBeGreaterThanOrEqual(counted + 20);
});
