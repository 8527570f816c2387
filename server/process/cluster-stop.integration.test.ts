import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { holdSome, isRefused, patient, serving, times, two } from '#server/testing/cluster.ts';
import { isAlive, workersOf } from '#server/testing/processes.ts';
import { send } from '#server/testing/send.ts';
import { endStarts, newFolder, postmaster, postmasterFile, start } from '#server/testing/start.ts';

afterEach(endStarts, 60_000);

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

describe('workers', { timeout: 180_000 }, () => {
  it('that end again and again before they serve end the program, with one line', async () => {
    const server = start({ ...two, DATA_DIR: newFolder() });
    const { workers } = await serving(server);
    const [spared = 0, first = 0] = workers;
    process.kill(first, 'SIGKILL');

    let code: number | null | undefined;
    void server.ended.then((ended) => (code = ended));
    const killNew = () => {
      for (const pid of workersOf(server.child.pid)) if (pid !== spared) kill(pid);
      return code;
    };
    await expect.poll(killNew, { timeout: 120_000, interval: 20 }).toBe(1);
    expect(server.said.text.match(/^Leadgate cannot .*$/gm)).toEqual([
      'Leadgate cannot go on. 10 workers in a row ended while they started, the last by SIGKILL',
    ]);
    expect(isAlive(spared)).toBe(false);
  });

  it('finish their requests on Ctrl+C, which a terminal sends to every process', async () => {
    const server = start({ ...two, DATA_DIR: newFolder() }, { ownGroup: true });
    const { port, call, workers } = await serving(server);
    const held = await holdSome(port, call);

    process.kill(-Number(server.child.pid), 'SIGINT');
    // Less than the three seconds after which open requests are cut.
    await sleep(500);
    const outcomes = await Promise.all(held.map(({ finish }) => finish()));
    expect(outcomes).toEqual(held.map(() => 201));
    await expect.poll(() => isRefused(port), patient).toBe(true);
    expect(await server.ended).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
    expect(times(server, 'a worker ended')).toBe(0);
    expect(existsSync(postmasterFile(server.said.text))).toBe(false);
  });

  it('end at once on a second Ctrl+C', async () => {
    const server = start({ ...two, DATA_DIR: newFolder(), DRAIN_DELAY: '20' }, { ownGroup: true });
    const { workers } = await serving(server);

    let code: number | null | undefined;
    void server.ended.then((ended) => (code = ended));
    const press = () => {
      if (code === undefined) process.kill(-Number(server.child.pid), 'SIGINT');
      return code;
    };
    await expect.poll(press, { timeout: 15_000, interval: 300 }).toBe(130);
    await expect.poll(() => workers.filter(isAlive), patient).toEqual([]);
  });

  it('end within 25 s even when one is stuck and a request hangs', async () => {
    const server = start({ ...two, DATA_DIR: newFolder(), DRAIN_DELAY: '20' });
    const { port, call, workers } = await serving(server);
    const held = await holdSome(port, call);
    process.kill(workers[0] ?? 0, 'SIGSTOP');

    const began = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(performance.now() - began).toBeLessThan(25_000);
    const outcomes = await Promise.all(held.map(({ outcome }) => outcome));
    expect(outcomes).not.toContain(201);
    expect(workers.filter(isAlive)).toEqual([]);
  });

  it('end after a primary that is killed, with their requests answered and the port free', async () => {
    const DATA_DIR = newFolder();
    const server = start({ ...two, DATA_DIR });
    const { port, call, workers } = await serving(server);
    const pid = postmaster(server.said.text);
    const held = await holdSome(port, call);

    server.child.kill('SIGKILL');
    await expect.poll(() => isRefused(port), patient).toBe(true);
    const next = start({ ...two, DATA_DIR, PORT: String(port) });
    expect(await Promise.all(held.map(({ finish }) => finish()))).toEqual(held.map(() => 201));
    await server.ended;
    expect(workers.filter(isAlive)).toEqual([]);

    expect(await next.port).toBe(port);
    expect(postmaster(next.said.text)).toBe(pid);
    expect((await send(port, call)).status).toBe(201);
    next.child.kill('SIGTERM');
    expect(await next.ended).toBe(0);
  });
});
