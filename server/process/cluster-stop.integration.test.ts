import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { holdSix, isRefused, patient, twoWorkers } from '#server/testing/cluster.ts';
import { send } from '#server/testing/http-client.ts';
import { isAlive } from '#server/testing/processes.ts';
import { cleanUp, newFolder, startLeadgate } from '#server/testing/start-leadgate.ts';
import { workerShutdownMs } from '../limits.ts';

afterEach(cleanUp, 60_000);

/** For the end of PostgreSQL, and a busy machine. */
const shutdownMarginMs = 5_000;

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

describe('workers', { timeout: 180_000 }, () => {
  it('that end again and again before they serve end the program, with one line', async () => {
    const server = startLeadgate({ env: { ...twoWorkers, DATA_DIR: newFolder() } });
    const { workers } = await server.ready;
    const [spared = 0, first = 0] = workers;
    process.kill(first, 'SIGKILL');

    let code: number | null | undefined;
    void server.ended.then((ended) => (code = ended));
    const killNew = () => {
      for (const pid of server.workers) if (pid !== spared) kill(pid);
      return code;
    };
    await expect.poll(killNew, { timeout: 120_000, interval: 20 }).toBe(1);
    expect(server.output.match(/^Leadgate cannot .*$/gm)).toEqual([
      'Leadgate cannot go on. 10 workers in a row ended while they started, the last by SIGKILL',
    ]);
    expect(isAlive(spared)).toBe(false);
  });

  it('finish their requests on Ctrl+C, which a terminal sends to every process', async () => {
    const server = startLeadgate({ env: { ...twoWorkers, DATA_DIR: newFolder() }, ownGroup: true });
    const { port, demoCall: call, workers } = await server.ready;
    const held = await holdSix(port, call);

    server.interruptGroup();
    // Less than the three seconds after which open requests are cut.
    await sleep(500);
    const outcomes = await Promise.all(held.map(({ finish }) => finish()));
    expect(outcomes).toEqual(held.map(() => 201));
    await expect.poll(() => isRefused(port), patient).toBe(true);
    expect(await server.ended).toBe(0);
    expect(workers.filter(isAlive)).toEqual([]);
    expect(server.count('a worker ended')).toBe(0);
    expect(existsSync(server.postmasterFile)).toBe(false);
  });

  it('end at once on a second Ctrl+C', async () => {
    const server = startLeadgate({
      env: { ...twoWorkers, DATA_DIR: newFolder(), DRAIN_DELAY: '20' },
      ownGroup: true,
    });
    const { workers } = await server.ready;

    let code: number | null | undefined;
    void server.ended.then((ended) => (code = ended));
    const press = () => {
      if (code === undefined) server.interruptGroup();
      return code;
    };
    await expect.poll(press, { timeout: 15_000, interval: 300 }).toBe(130);
    await expect.poll(() => workers.filter(isAlive), patient).toEqual([]);
  });

  it('end in time even when one is stuck and a request hangs', async () => {
    const server = startLeadgate({
      env: { ...twoWorkers, DATA_DIR: newFolder(), DRAIN_DELAY: '1' },
    });
    const { port, demoCall: call, workers } = await server.ready;
    const held = await holdSix(port, call);
    process.kill(workers[0] ?? 0, 'SIGSTOP');

    const began = performance.now();
    expect(await server.stop()).toBe(1);
    // With the longest delay too, it is less than 25 s: see `limits.test.ts`.
    expect(performance.now() - began).toBeLessThan(workerShutdownMs(1) + shutdownMarginMs);
    const outcomes = await Promise.all(held.map(({ outcome }) => outcome));
    expect(outcomes).not.toContain(201);
    expect(workers.filter(isAlive)).toEqual([]);
  });

  it('end after a primary that is killed, with their requests answered and the port free', async () => {
    const DATA_DIR = newFolder();
    const server = startLeadgate({ env: { ...twoWorkers, DATA_DIR } });
    const { port, demoCall: call, workers } = await server.ready;
    const pid = server.postmaster;
    const held = await holdSix(port, call);

    void server.kill();
    await expect.poll(() => isRefused(port), patient).toBe(true);
    const next = startLeadgate({ env: { ...twoWorkers, DATA_DIR, PORT: String(port) } });
    expect(await Promise.all(held.map(({ finish }) => finish()))).toEqual(held.map(() => 201));
    await server.ended;
    expect(workers.filter(isAlive)).toEqual([]);

    expect((await next.ready).port).toBe(port);
    expect(next.postmaster).toBe(pid);
    expect((await send(port, call)).status).toBe(201);
    expect(await next.stop()).toBe(0);
  });
});
