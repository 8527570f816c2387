import { afterEach, describe, expect, it } from 'vitest';
import { holdSix, twoWorkers } from '#server/testing/cluster.ts';
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
});
