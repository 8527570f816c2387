import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { holdSix, isRefused, pollOptions, twoWorkers } from '#server/testing/cluster.ts';
import { send } from '#server/testing/http-client.ts';
import { isAlive } from '#server/testing/processes.ts';
import { cleanUp, newFolder, startLeadgate } from '#server/testing/start-leadgate.ts';

afterEach(cleanUp, 60_000);

describe('workers', { timeout: 180_000 }, () => {
  it('finish their requests on Ctrl+C, which a terminal sends to every process', async () => {
    const server = startLeadgate({ env: { ...twoWorkers, DATA_DIR: newFolder() }, ownGroup: true });
    const { port, demoCall: call, workers } = await server.ready;
    const held = await holdSix(port, call);

    server.interruptGroup();
    // Less than the three seconds after which open requests are cut.
    await sleep(500);
    const outcomes = await Promise.all(held.map(({ finish }) => finish()));
    expect(outcomes).toEqual(held.map(() => 201));
    await expect.poll(() => isRefused(port), pollOptions).toBe(true);
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
    await expect.poll(() => workers.filter(isAlive), pollOptions).toEqual([]);
  });

  it('end after a primary that is killed, with their requests answered and the port free', async () => {
    const DATA_DIR = newFolder();
    const server = startLeadgate({ env: { ...twoWorkers, DATA_DIR } });
    const { port, demoCall: call, workers } = await server.ready;
    const pid = server.postmaster;
    const held = await holdSix(port, call);

    void server.kill();
    await expect.poll(() => isRefused(port), pollOptions).toBe(true);
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
