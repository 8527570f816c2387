import { existsSync } from 'node:fs';
import postgres from 'postgres';
import { afterEach, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { holdSix, pollOptions, readyz, twoWorkers } from '#server/testing/cluster.ts';
import { freePort } from '#server/testing/free-port.ts';
import { send } from '#server/testing/http-client.ts';
import { testSecrets } from '#server/testing/secrets.ts';
import { cleanUp, newFolder, startLeadgate } from '#server/testing/start-leadgate.ts';
import { prepareLock } from './prepare-database.ts';

afterEach(cleanUp, 60_000);

describe('workers', { timeout: 180_000 }, () => {
  it('share one port, also while one is replaced, and log the start once', async () => {
    const server = startLeadgate({ env: { ...twoWorkers, DATA_DIR: newFolder() } });
    const { port, demoCall: call, workers } = await server.ready;
    expect(workers).toHaveLength(2);
    for (const once of ['Leadgate is ready', '✓ Starting', '✓ Preparing', '✓ Opening'])
      expect(server.count(once)).toBe(1);

    for (const [index, worker] of workers.entries()) {
      process.kill(worker, 'SIGKILL');
      await expect.poll(() => server.count('a worker ended'), pollOptions).toBe(index + 1);
      for (let lead = 0; lead < 4; lead += 1) expect((await send(port, call)).status).toBe(201);
      await expect.poll(() => server.count('a new worker serves'), pollOptions).toBe(index + 1);
    }

    expect(server.workers).toHaveLength(2);
    for (let lead = 0; lead < 4; lead += 1) expect((await send(port, call)).status).toBe(201);
    expect((await send(port, { method: 'GET', path: '/sign-in' })).status).toBe(200);
    expect(await server.stop()).toBe(0);
    expect(existsSync(server.postmasterFile)).toBe(false);
  });

  it('leave no client waiting for one that is stuck, nor when it is killed', async () => {
    const server = startLeadgate({ env: { ...twoWorkers, DATA_DIR: newFolder() } });
    const { port, workers } = await server.ready;
    const [stuck = 0] = workers;
    process.kill(stuck, 'SIGSTOP');

    const call = () => send(port, { method: 'GET', path: '/livez' }).then(({ status }) => status);
    const statuses = await Promise.all(Array.from({ length: 8 }, call));
    process.kill(stuck, 'SIGKILL');
    statuses.push(...(await Promise.all(Array.from({ length: 8 }, call))));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});

describe('workers with DATABASE_URL', { timeout: 180_000 }, () => {
  const database = withTestDatabase();
  const shared = () => ({
    ...twoWorkers,
    ...testSecrets,
    DATABASE_URL: database.url,
    DEMO_DATA: 'on',
  });

  const uses = async () =>
    Number((await database.sql`select sum(requests) as all from key_usage`)[0]?.all);

  it('count the uses of a key together, and answer the requests under way on SIGTERM', async () => {
    const server = startLeadgate({ env: { ...shared(), DRAIN_DELAY: '2' } });
    const { port, demoCall: call } = await server.ready;
    const before = await uses();
    for (let lead = 0; lead < 10; lead += 1) expect((await send(port, call)).status).toBe(201);
    const held = await holdSix(port, call);

    void server.stop();
    await expect
      .poll(async () => (await send(port, readyz)).json, pollOptions)
      .toMatchObject({
        state: 'draining',
      });
    const states = await Promise.all(Array.from({ length: 8 }, () => send(port, readyz)));
    expect(states.map(({ status }) => status)).toEqual(states.map(() => 503));
    const outcomes = await Promise.all(held.map(({ finish }) => finish()));
    expect(outcomes).toEqual(held.map(() => 201));
    expect(await server.ended).toBe(0);

    expect((await uses()) - before).toBe(16);
  });

  it('answer /livez before the database is ready, and take leads afterwards', async () => {
    const blocker = postgres(database.url, { max: 1 });
    await blocker`select pg_advisory_lock(${prepareLock})`;
    const port = await freePort();
    const server = startLeadgate({ env: { ...shared(), PORT: String(port) } });
    await expect.poll(() => server.output, pollOptions).toContain('… Preparing the database');
    expect((await send(port, { method: 'GET', path: '/livez' })).status).toBe(200);
    expect(await send(port, readyz)).toMatchObject({ status: 503, json: { state: 'starting' } });
    expect((await send(port, { path: '/api/leads/public/x' })).status).toBe(503);

    await blocker.end();
    expect((await server.ready).port).toBe(port);
    expect((await send(port, server.demoCall)).status).toBe(201);
  });

  it('do not start when PostgreSQL has too few connections for them', async () => {
    const server = startLeadgate({ env: { ...shared(), WEB_CONCURRENCY: '64' } });
    expect(await server.ended).toBe(1);
    expect(server.output.match(/^Leadgate cannot .*$/gm)).toEqual([
      expect.stringMatching(
        /^Leadgate cannot start\. WEB_CONCURRENCY=64 needs 448 connections, and PostgreSQL has \d+/,
      ),
    ]);
  });

  it('do not start on a port that is taken', async () => {
    const server = startLeadgate({ env: shared() });
    const PORT = String((await server.ready).port);
    const second = startLeadgate({ env: { ...shared(), PORT } });
    expect(await second.ended).toBe(1);
    expect(second.output.trim().split('\n').at(-1)).toBe(
      `Leadgate cannot start. Port ${PORT} is taken: give another PORT`,
    );
  });
});
