import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { Load } from '../testing/load.ts';
import { cleanUp, startLeadgate } from '../testing/start-leadgate.ts';
import { createTenant } from '../testing/tenant.ts';

const database = withTestDatabase();
const idle: Socket[] = [];
afterAll(async () => {
  for (const socket of idle) socket.destroy();
  await cleanUp();
});

it('with ulimit -n 256, idle connections are closed before leads are refused', async () => {
  const load = new Load(await createTenant(database.db));
  const { port } = await startLeadgate({ databaseUrl: database.url, files: 256 }).ready;
  const statuses = new Set<number | undefined>();
  for (let round = 0; round < 10; round += 1) {
    for (let n = 0; n < 50; n += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      idle.push(socket);
    }
    // On new connections, as those of another sender are.
    const sent = await Promise.all(Array.from({ length: 20 }, () => load.create(port)));
    for (const { answer } of sent) statuses.add(answer?.status);
    load.close();
  }
  expect([...statuses]).toEqual([201]);
});
