import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { pollOptions, readyz } from '../testing/cluster.ts';
import { send } from '../testing/http-client.ts';
import { canMount, fillDisk, mountDisk, unmountDisk } from '../testing/small-disk.ts';
import { cleanUp, startLeadgate } from '../testing/start-leadgate.ts';

const folder = canMount() ? mountDisk(160) : undefined;
afterAll(async () => {
  await cleanUp();
  if (folder) unmountDisk(folder);
}, 60_000);

it.runIf(folder)(
  'a full disk is named in the log, by /readyz and by the next start',
  {
    timeout: 180_000,
  },
  async () => {
    const start = () => startLeadgate({ env: { DATA_DIR: join(folder ?? '', 'data') } });
    const server = await start().ready;
    const readiness = async () => (await send(server.port, readyz)).json;
    let empty = fillDisk(folder ?? '');
    process.kill(Number(server.postmaster), 'SIGKILL');
    await expect
      .poll(readiness, pollOptions)
      .toEqual({ ready: false, state: 'disk of the database is full' });
    await expect
      .poll(() => server.output, pollOptions)
      .toMatch(/cannot be started again: .* the disk of \S+ is full/);
    expect(server.count('cannot be started again')).toBe(1);

    empty();
    await expect.poll(readiness, pollOptions).toEqual({ ready: true, state: 'serving' });
    expect(await server.stop()).toBe(0);

    empty = fillDisk(folder ?? '');
    const next = start();
    expect(await Promise.race([next.ended, next.ready])).toBe(1);
    expect(next.output).toMatch(/^Leadgate cannot start\. .* the disk of \S+ is full$/m);
    // It has not tried for a minute.
    expect(next.output).toMatch(/Starting the database \(\d\.\d s\)/);
    empty();
  },
);
