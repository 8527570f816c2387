import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { limitConnections } from './limit-connections.ts';

const server = createServer({ keepAliveTimeout: 0 });
const sockets: Socket[] = [];
const closed = new Set<string>();
let port = 0;

beforeEach(async () => {
  limitConnections(server, { most: 3, isKnown: ({ headers }) => 'x-api-key' in headers });
  server.on('request', ({ url }, response) => {
    if (url !== '/slow') response.end('done');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Resolves once the server has it. */
async function open(name: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('close', () => closed.add(name));
  sockets.push(socket);
  await once(server, 'connection');
  return socket;
}

async function send(socket: Socket, path: string, header = ''): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n${header}\r\n`);
  return path === '/slow'
    ? String(await once(server, 'request'))
    : String(await once(socket, 'data'));
}

it('closes the oldest idle connection without a key for a new one, those with one last', async () => {
  const busy = await open('busy');
  await send(busy, '/slow');
  const keyed = await open('keyed');
  expect(await send(keyed, '/', 'x-api-key: k\r\n')).toContain('done');
  await open('silent');
  const served = await open('served');
  expect(await send(served, '/')).toContain('done');
  await expect.poll(() => [...closed]).toEqual(['silent']);

  await open('fifth');
  await expect.poll(() => [...closed]).toEqual(['silent', 'served']);
  expect(await send(keyed, '/', 'x-api-key: k\r\n')).toContain('done');
});
