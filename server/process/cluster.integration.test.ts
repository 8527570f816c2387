import { existsSync } from 'node:fs';
import postgres from 'postgres';
import { afterEach, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { holdSome, patient, readyz, serving, times, two } from '#server/testing/cluster.ts';
import { freePort } from '#server/testing/free-port.ts';
import { workersOf } from '#server/testing/processes.ts';
import { send } from '#server/testing/send.ts';
import { testSecrets } from '#server/testing/serve.ts';
import { endStarts, newFolder, postmasterFile, printedCall, start } from '#server/testing/start.ts';
import { prepareLock } from './prepare-database.ts';

afterEach(endStarts, 60_000);

describe('workers', { timeout: 180_000 }, () => {
  it('share one port, also while one is replaced, and log the start once', async () => {
    const server = start({ ...two, DATA_DIR: newFolder() });
    const { port, call, workers } = await serving(server);
    expect(workers).toHaveLength(2);
    for (const once of ['Leadgate is ready', '✓ Starting', '✓ Preparing', '✓ Opening'])
      expect(times(server, once)).toBe(1);

    for (const [index, worker] of workers.entries()) {
      process.kill(worker, 'SIGKILL');
      await expect.poll(() => times(server, 'a worker ended'), patient).toBe(index + 1);
      for (let lead = 0; lead < 4; lead += 1) expect((await send(port, call)).status).toBe(201);
      await expect.poll(() => times(server, 'a new worker serves'), patient).toBe(index + 1);
    }

    expect(workersOf(server.child.pid)).toHaveLength(2);
    for (let lead = 0; lead < 4; lead += 1) expect((await send(port, call)).status).toBe(201);
    expect((await send(port, { method: 'GET', path: '/sign-in' })).status).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(existsSync(postmasterFile(server.said.text))).toBe(false);
  });

  it('leave no client waiting for one that is stuck, nor when it is killed', async () => {
    const server = start({ ...two, DATA_DIR: newFolder() });
    const { port, workers } = await serving(server);
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
  const shared = () => ({ ...two, ...testSecrets, DATABASE_URL: database.url });

  const uses = async () =>
    Number((await database.sql`select sum(requests) as all from key_usage`)[0]?.all);

  it('count the uses of a key together, and answer the requests under way on SIGTERM', async () => {
    const server = start({ ...shared(), DRAIN_DELAY: '2' });
    const { port, call } = await serving(server);
    const before = await uses();
    for (let lead = 0; lead < 10; lead += 1) expect((await send(port, call)).status).toBe(201);
    const held = await holdSome(port, call);

    server.child.kill('SIGTERM');
    await expect
      .poll(async () => (await send(port, readyz)).json, patient)
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
    const server = start({ ...shared(), PORT: String(port) });
    await expect.poll(() => server.said.text, patient).toContain('… Preparing the database');
    expect((await send(port, { method: 'GET', path: '/livez' })).status).toBe(200);
    expect(await send(port, readyz)).toMatchObject({ status: 503, json: { state: 'starting' } });
    expect((await send(port, { path: '/api/leads/public/x' })).status).toBe(503);

    await blocker.end();
    expect(await server.port).toBe(port);
    expect((await send(port, printedCall(server.said.text))).status).toBe(201);
  });

  it('do not start when PostgreSQL has too few connections for them', async () => {
    const server = start({ ...shared(), WEB_CONCURRENCY: '64' });
    expect(await server.ended).toBe(1);
    expect(server.said.text.match(/^Leadgate cannot .*$/gm)).toEqual([
      expect.stringMatching(
        /^Leadgate cannot start\. WEB_CONCURRENCY=64 needs 448 connections, and PostgreSQL has \d+/,
      ),
    ]);
  });

  it('do not start on a port that is taken', async () => {
    const server = start(shared());
    const PORT = String(await server.port);
    const second = start({ ...shared(), PORT });
    expect(await second.ended).toBe(1);
    expect(second.said.text.trim()).toBe(
      `Leadgate cannot start. Port ${PORT} is taken: give another PORT`,
    );
  });
});
