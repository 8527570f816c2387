import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { pollOptions } from '#server/testing/cluster.ts';
import { send, sendHead } from '#server/testing/http-client.ts';
import { Load } from '#server/testing/load.ts';
import { cleanUp, type Leadgate, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';

const database = withTestDatabase();
afterEach(cleanUp, 60_000);

const callOf = ({ host, secret, stepId }: Tenant) => ({
  path: `/api/leads/public/${stepId}`,
  headers: { host, 'x-api-key': secret, 'content-type': 'application/json' },
  body: '{"name":"Ada"}',
});

/** Sends one request after the other on one connection until an answer says that it is the last. */
function keepSending(port: number, tenant: Tenant) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: (number | string)[] = [];
  const done = (async () => {
    for (;;) {
      try {
        const answer = await send(port, { ...callOf(tenant), agent });
        outcomes.push(answer.status);
        if (answer.headers.connection === 'close') return;
      } catch (error) {
        outcomes.push(String(error));
        return;
      }
    }
  })().finally(() => agent.destroy());
  return { outcomes, done };
}

/** Resolves when the kernel has the request of a process that does not run. */
async function sendToBacklog(port: number, request: string) {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  await new Promise((resolve) => socket.write(request, resolve));
  return { answer: text(socket).catch(String) };
}

describe.each(['1', '2'])('a stop of %s serving processes', (WEB_CONCURRENCY) => {
  const start = () => startLeadgate({ databaseUrl: database.url, env: { WEB_CONCURRENCY } }).ready;
  const serving = ({ pid, workers }: Leadgate) => (workers.length > 0 ? workers : [pid]);

  it('answers every request of 32 busy kept connections', { timeout: 180_000 }, async () => {
    const tenant = await createTenant(database.db);
    for (let round = 0; round < 2; round += 1) {
      const server = await start();
      const clients = Array.from({ length: 32 }, () => keepSending(server.port, tenant));
      const slowest = () => Math.min(...clients.map(({ outcomes }) => outcomes.length));
      await expect.poll(slowest, pollOptions).toBeGreaterThan(5);

      expect(await server.stop()).toBe(0);
      await Promise.all(clients.map(({ done }) => done));
      const outcomes = clients.flatMap((client) => client.outcomes);
      expect(outcomes.filter((outcome) => outcome !== 201)).toEqual([]);
    }
  });

  it('serves what waits to be accepted', { timeout: 60_000 }, async () => {
    const load = new Load(await createTenant(database.db));
    const server = await start();
    await load.createPatiently(server.port);
    const stopped = serving(server);
    for (const pid of stopped) process.kill(pid, 'SIGSTOP');
    const waiting = await Promise.all(
      Array.from({ length: 64 }, () => sendToBacklog(server.port, load.text())),
    );

    const ended = server.stop();
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    const answers = await Promise.all(waiting.map(({ answer }) => answer));
    load.close();
    expect(answers.map((answer) => answer.split('\r\n', 1)[0])).toEqual(
      answers.map(() => 'HTTP/1.1 201 Created'),
    );
    expect(await ended).toBe(0);
  });

  it('exits with 1 when it had to cut a request off', { timeout: 60_000 }, async () => {
    const tenant = await createTenant(database.db);
    const server = await start();
    const held = await sendHead(server.port, callOf(tenant));

    expect(await server.stop()).toBe(1);
    expect(await held.outcome).not.toBe(201);
    expect(server.output).toContain('"connections":1');
  });
});

it('workers serve what arrives until the primary has closed its socket', {
  timeout: 60_000,
}, async () => {
  const load = new Load(await createTenant(database.db));
  const env = { WEB_CONCURRENCY: '2', DRAIN_DELAY: '1', LOG_LEVEL: 'info' };
  const server = await startLeadgate({ databaseUrl: database.url, env }).ready;
  await load.createPatiently(server.port);
  const ended = server.stop();
  await expect.poll(() => server.count('"delaySeconds":1'), pollOptions).toBe(2);
  process.kill(server.pid, 'SIGSTOP');
  await sleep(2_000);
  const { answer } = await sendToBacklog(server.port, load.text());
  const answered = await Promise.race([answer, sleep(2_000)]);
  process.kill(server.pid, 'SIGCONT');

  load.close();
  expect(answered).toMatch(/^HTTP\/1\.1 201 /);
  expect(await ended).toBe(0);
});
