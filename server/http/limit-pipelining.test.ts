import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { maxPipelinedRequests } from '../limits.ts';
import { limitPipelining } from './limit-pipelining.ts';

/** A server, and how to connect to it. A key called `known` is. */
async function serve(
  listener: RequestListener,
  prepare = (_: Server): void => {},
): Promise<() => Socket> {
  const server = createServer();
  prepare(server);
  const limited = limitPipelining(server, ({ headers }) => headers['x-api-key'] === 'known');
  server.on('request', limited(listener));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
}

/** Gives other requests so many turns, or fewer. */
async function turns(most: number): Promise<void> {
  for (let left = Math.random() * most; left > 0; left -= 1) await turn();
}

const get = (path: string, key = 'known') =>
  `GET /${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`;
const post = (path: string, body: string) =>
  `POST /${path} HTTP/1.1\r\nHost: a\r\nX-API-Key: known\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n));

/** The bodies of all answers, once there are so many. */
async function bodiesOf(socket: Socket, count: number): Promise<string[]> {
  let received = '';
  for await (const chunk of socket) {
    received += chunk;
    const bodies = Array.from(received.matchAll(/<(.*?)>/gs), ([, body = '']) => body);
    if (bodies.length >= count) return bodies;
  }
  throw new Error(`The connection ended after: ${received}`);
}

it('has few requests of a connection under way, and answers all of them in order', async () => {
  let underWay = 0;
  let most = 0;
  const connectTo = await serve(async ({ url }, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    await turns(30);
    underWay -= 1;
    response.end(`<${url}>`);
  });
  const paths = numbers(1_000);
  const socket = connectTo();
  socket.write(paths.map((path) => get(path)).join(''));

  expect(await bodiesOf(socket, paths.length)).toEqual(paths.map((path) => `/${path}`));
  expect(most).toBe(maxPipelinedRequests);
});

it('reads no more than a buffer of a sender that does not read', async () => {
  let requests = 0;
  const connectTo = await serve((_, response) => {
    requests += 1;
    response.end('x'.repeat(1_000_000));
  });
  const many = Buffer.from(get('a').repeat(10_000));
  const socket = connectTo();
  let sent = 0;
  const send = () => {
    while (socket.write(many)) sent += many.length;
  };
  socket.on('drain', send);
  send();
  await expect.poll(() => socket.writableNeedDrain).toBe(true);
  await turns(100);

  expect(requests).toBeLessThan(40);
  expect(socket.writableNeedDrain).toBe(true);
  expect(sent).toBeGreaterThan(0);
});

it('ends a connection on which no answer is read', async () => {
  const ended = Promise.withResolvers<void>();
  const connectTo = await serve(
    ({ socket }, response) => {
      if (socket.listenerCount('close', ended.resolve) === 0) socket.once('close', ended.resolve);
      response.end('x'.repeat(100_000));
    },
    (server) => {
      server.timeout = 300;
    },
  );
  connectTo().pause().write(get('a').repeat(1_000));

  await ended.promise;
});

it('reads bodies that look like heads, in pieces of any size', async () => {
  const connectTo = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('latin1')) body += chunk;
    await turns(20);
    response.end(`<${request.url} ${body.length} ${body.slice(-1)}>`);
  });
  const bodies = numbers(300).map((n) => '\r\n\r\n'.repeat((Number(n) * 37) % 500) + n.slice(-1));
  const text = bodies.map((body, n) => post(String(n), body)).join('');
  const socket = connectTo();
  const answers = bodiesOf(socket, bodies.length);
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(Math.random() ** 4 * 100_000);
    socket.write(text.slice(at, at + size));
    at += size;
    if (size % 3 === 0) await turn();
  }

  expect(await answers).toEqual(bodies.map((body, n) => `/${n} ${body.length} ${body.slice(-1)}`));
});

it('answers a connection without a known key one request after the other', async () => {
  let underWay = 0;
  const connectTo = await serve(async ({ url }, response) => {
    underWay += 1;
    expect(underWay).toBe(1);
    await turn();
    underWay -= 1;
    response.end(`<${url}>`);
  });
  const paths = numbers(maxPipelinedRequests);
  const socket = connectTo();
  socket.write(paths.map((path) => get(path, 'none')).join(''));

  expect(await bodiesOf(socket, paths.length)).toEqual(paths.map((path) => `/${path}`));
});

it('cuts a connection without a known key that has more than a few requests, and no other', async () => {
  const connectTo = await serve(() => {});
  const [known, unknown] = ['known', 'none'].map((key) => {
    const socket = connectTo();
    socket.write(get('a', key).repeat(1_000));
    return socket;
  });

  await expect.poll(() => unknown?.destroyed).toBe(true);
  expect(known?.destroyed).toBe(false);
});

it('parses few requests of all other connections once one was cut', async () => {
  let parsed = 0;
  const connectTo = await serve(
    (_, response) => response.end('<>'),
    (server) =>
      server.on('request', () => {
        parsed += 1;
      }),
  );
  const attack = (socket: Socket) => {
    parsed = 0;
    socket.resume().write(get('a', 'none').repeat(3_000));
    return new Promise((resolve) => socket.once('close', resolve));
  };
  const earlier = connectTo();
  earlier.write(get('a', 'none'));
  await once(earlier, 'data');
  await attack(connectTo());

  for (const socket of [earlier, connectTo()]) {
    await attack(socket);
    expect(parsed).toBeLessThanOrEqual(maxPipelinedRequests);
  }
});

it('leaves connections alone that Node no longer reads, when one was cut', async () => {
  const connectTo = await serve(
    (_, response) => response.end('<next>'),
    (server) => server.on('upgrade', (_, socket) => socket.write('upgraded')),
  );
  const upgraded = connectTo();
  upgraded.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(upgraded, 'data');
  const cut = connectTo().resume();
  cut.write(get('a', 'none').repeat(1_000));
  await once(cut, 'close');

  const next = connectTo();
  next.write(get('a'));
  expect(await bodiesOf(next, 1)).toEqual(['next']);
});
