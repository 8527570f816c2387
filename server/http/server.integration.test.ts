import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { streamPingMs, unreadAnswerMs } from '../limits.ts';
import { createWebServer } from './server.ts';

/** Milliseconds; an idle connection must not use them up. */
const patience = 20_000;

async function listening(isDev?: boolean) {
  const web = createWebServer([], isDev);
  await once(web.server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((web.server.address() as AddressInfo).port, '127.0.0.1');
  const ended = once(socket.resume(), 'close');
  await once(web.server, 'connection');
  return { web, socket, ended };
}

it('answers a request that a kept connection sends while the server closes', async () => {
  const { web, socket, ended } = await listening();
  const request = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n';
  socket.write(request);
  const [first] = await once(socket, 'data');
  expect(String(first)).not.toContain('Connection: close');

  web.drain();
  const closed = web.close(patience);
  socket.write(request);
  const [second] = await once(socket, 'data');
  expect(String(second)).toMatch(/^HTTP\/1\.1 200 [\s\S]*^connection: close\r$/im);
  await ended;
  expect(await closed).toBe(0);
});

it('answers all pipelined requests while it drains; the last answer ends the connection', async () => {
  const { web, socket, ended } = await listening();
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  web.drain();
  socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
  await ended;
  expect(received.match(/^HTTP\/1\.1 503 /gm)).toHaveLength(3);
  expect(received.match(/^connection: close\r$/gim)).toHaveLength(1);
  expect(await web.close(patience)).toBe(0);
});

it('closes silent connections without waiting for their requests', {
  timeout: patience / 2,
}, async () => {
  const { web, ended } = await listening();
  await Promise.all([web.close(patience), ended]);
});

it('cuts requests that do not end in time', async () => {
  const { web, socket, ended } = await listening();
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n');
  await once(web.server, 'request');
  const [cut] = await Promise.all([web.close(10), ended]);
  expect(cut).toBe(1);
});

it('lets Next alone have an Upgrade, and only in development', async () => {
  for (const isDev of [true, false]) {
    const { web, socket, ended } = await listening(isDev);
    const taken: string[] = [];
    web.server.on('upgrade', ({ url = '' }, upgraded) => {
      taken.push(url);
      upgraded.end();
    });
    for (const path of ['/api/x', '/_next/hmr']) {
      const answered = once(web.server, 'request');
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      );
      await Promise.race([answered, ended]);
    }
    expect(taken).toEqual(isDev ? ['/_next/hmr'] : []);
    await Promise.all([web.close(10), ended]);
  }
});

it('gives up answers that are not read, and no stream between two pings', () => {
  const { server } = createWebServer([]);

  expect(server.timeout).toBe(unreadAnswerMs);
  expect(server.timeout).toBeGreaterThan(streamPingMs);
});

it.each([
  ['GET /acme/funnels', 'Accept: text/html,*/*', 'text/html'],
  ['GET /api/me', 'Accept: text/html', 'application/json'],
  ['GET /acme/funnels', 'Accept: */*', 'application/json'],
  ['POST /api/trpc/leads.list', 'Accept: text/html', 'application/json'],
])('answers %s with %s while it cannot serve with 503 as %s', async (line, accept, type) => {
  const { web, socket } = await listening();
  socket.write(`${line} HTTP/1.1\r\nHost: a\r\n${accept}\r\nConnection: close\r\n\r\n`);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  await once(socket, 'end');
  expect(received).toMatch(/^HTTP\/1\.1 503 /);
  expect(received).toContain(`content-type: ${type}`);
  expect(received).toMatch(/^retry-after: 1\r$/im);
  const [head = '', body = ''] = received.split('\r\n\r\n');
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
  if (type === 'text/html') expect(body).toContain('The server is not available right now');
  await web.close(patience);
});
