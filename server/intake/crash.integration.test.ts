import { expect, it } from 'vitest';
import { expectLedger } from '#server/testing/ledger.ts';
import { serve } from '#server/testing/serve.ts';
import { withServedIntake } from '#server/testing/serve-intake.ts';

const intake = withServedIntake();

it('a process that is killed in a storm loses nothing that it acknowledged', async () => {
  const { sql, url } = intake.database;
  const { fixture, load } = await intake.newCompany();
  for (const acknowledged of [100, 400]) {
    const server = await serve('server/main.ts', url);
    expect((await load.create(server.port)).answer?.status).toBe(201);
    const storm = load.storm(server.port, 50);
    await expect
      .poll(() => load.count(201), { timeout: 10_000, interval: 1 })
      .toBeGreaterThan(acknowledged);
    await server.kill();
    await storm.stop();
  }
  expect(load.count()).toBeGreaterThan(0);
  expect(load.count(500)).toBe(0);
  await expectLedger(sql, fixture.companyId, load.ledger);
});

it('connections that end in a storm cost 503s, no lead, and no restart', async () => {
  const { sql } = intake.database;
  const { port } = intake.server;
  const { fixture, load } = await intake.newCompany();
  const storm = load.storm(port, 50);
  for (let ended = 0; ended < 50; ) {
    const stored = load.count(201);
    const [victim] = await sql`
      select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity
        where datname = current_database() and application_name = 'leadgate intake'
        order by random() limit 1) as victim`;
    if (victim) ended += 1;
    await expect
      .poll(() => load.count(201), { timeout: 5_000, interval: 5 })
      .toBeGreaterThan(stored);
  }
  await storm.stop();
  expect(load.statuses).toEqual([201, 503]);
  expect(load.count(201)).toBeGreaterThan(50);
  for (const { answer } of load.ledger) {
    if (answer?.status === 503) expect(answer.headers['retry-after']).toMatch(/^\d+$/);
  }

  await expect.poll(async () => (await load.create(port)).answer?.status).toBe(201);
  for (let n = 0; n < 20; n += 1) {
    expect((await load.createPatiently(port)).answer?.status).toBe(201);
  }
  await expectLedger(sql, fixture.companyId, load.ledger);
});
