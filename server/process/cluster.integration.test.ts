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
  it('serve one port, also while one of them is replaced, and tell of the start once', async () => {
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

  it('leave no client waiting whose connection was dealt to one that dies', async () => {
    const server = start({ ...two, DATA_DIR: newFolder() });
    const { port, workers } = await serving(server);
    const [stuck = 0] = workers;
    process.kill(stuck, 'SIGSTOP');

    const livez = { method: 'GET', path: '/livez' };
    const calls = Array.from({ length: 8 }, () =>
      send(port, livez).then(
        ({ status }) => status,
        () => 'cut',
      ),
    );
    let answered = 0;
    for (const call of calls) void call.then(() => (answered += 1));
    await expect.poll(() => answered, patient).toBe(7);

    process.kill(stuck, 'SIGKILL');
    expect((await Promise.all(calls)).filter((outcome) => outcome === 'cut')).toHaveLength(1);
  });
});

describe('workers on a database of somebody else', { timeout: 180_000 }, () => {
  const database = withTestDatabase();
  const shared = () => ({ ...two, ...testSecrets, DATABASE_URL: database.url });

  const uses = async () =>
    Number((await database.sql`select sum(requests) as all from key_usage`)[0]?.all);

  it('count the use of a key together, and answer what is under way when all must end', async () => {
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

  it('answer for their life before the database is ready, and take leads after', async () => {
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

  it('are refused when PostgreSQL has not enough connections for them', async () => {
    const server = start({ ...shared(), WEB_CONCURRENCY: '64' });
    expect(await server.ended).toBe(1);
    expect(server.said.text.match(/^Leadgate cannot .*$/gm)).toEqual([
      expect.stringMatching(
        /^Leadgate cannot start\. WEB_CONCURRENCY=64 needs 448 connections, and PostgreSQL has \d+/,
      ),
    ]);
  });

  it('are refused a port that is taken', async () => {
    const server = start(shared());
    const PORT = String(await server.port);
    const second = start({ ...shared(), PORT });
    expect(await second.ended).toBe(1);
    expect(second.said.text.trim()).toBe(
      `Leadgate cannot start. Port ${PORT} is taken: give another PORT`,
    );
  });
});
