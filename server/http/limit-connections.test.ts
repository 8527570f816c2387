import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { maxPipelinedRequests } from '../limits.ts';
import { limitConnections } from './limit-connections.ts';

interface Options {
  /** Connections that may be open. */
  most?: number;
  prepare?: (server: Server) => void;
}

/** A server, and how to connect to it. A key called `known` is. */
async function serve(
  listener: RequestListener,
  { most = 100, prepare = () => {} }: Options = {},
): Promise<() => Socket> {
  const server = createServer();
  prepare(server);
  const isKnown = ({ headers }: IncomingMessage) => headers['x-api-key'] === 'known';
  server.on('request', limitConnections(server, { most, isKnown })(listener));
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

it('closes the oldest idle connection without a key for a new one, those with one last', async () => {
  const closed: string[] = [];
  const connected = new EventEmitter();
  const connectTo = await serve(
    ({ url }, response) => {
      if (url !== '/slow') response.end('<done>');
    },
    { most: 3, prepare: (server) => server.on('connection', () => connected.emit('one')) },
  );
  const open = async (name: string) => {
    const socket = connectTo().on('close', () => closed.push(name));
    await once(connected, 'one');
    return socket;
  };
  const use = async (socket: Socket, key: string) => {
    socket.write(get('a', key));
    expect(String(await once(socket, 'data'))).toContain('<done>');
  };

  const busy = await open('busy');
  busy.write(get('slow', 'none'));
  const keyed = await open('keyed');
  await use(keyed, 'known');
  await open('silent');
  await use(await open('served'), 'none');
  await expect.poll(() => closed).toEqual(['silent']);

  await open('fifth');
  await expect.poll(() => closed).toEqual(['silent', 'served']);
  await use(keyed, 'known');
});

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
  // What is written before the connection is there needs a drain too.
  await expect.poll(() => sent > 0 && socket.writableNeedDrain).toBe(true);
  await turns(100);

  expect(requests).toBeLessThan(40);
  expect(socket.writableNeedDrain).toBe(true);
});

it('ends a connection on which no answer is read', async () => {
  const ended = Promise.withResolvers<void>();
  const connectTo = await serve(
    ({ socket }, response) => {
      if (socket.listenerCount('close', ended.resolve) === 0) socket.once('close', ended.resolve);
      response.end('x'.repeat(100_000));
    },
    {
      prepare: (server) => {
        server.timeout = 300;
      },
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

it('reads no more while requests wait, although those under way read their bodies', async () => {
  let parsed = 0;
  const countRequests = (server: Server) => {
    server.on('request', () => {
      parsed += 1;
    });
  };
  const connectTo = await serve((request) => request.resume(), { prepare: countRequests });
  const request = post('a', 'body');
  connectTo().write(request.repeat(10_000));
  await expect.poll(() => parsed).toBeGreaterThan(maxPipelinedRequests);
  for (let n = 0; n < 100; n += 1) await turn();

  // What Node reads at once is parsed at once.
  expect(parsed).toBeLessThan((2 * 65_536) / request.length);
});

it('begins few requests of a connection in a turn, although each is answered at once', async () => {
  let inTurn = 0;
  let most = 0;
  const connectTo = await serve(({ url }, response) => {
    if (inTurn === 0) {
      setImmediate(() => {
        inTurn = 0;
      });
    }
    inTurn += 1;
    most = Math.max(most, inTurn);
    response.end(`<${url}>`);
  });
  const paths = numbers(500);
  const socket = connectTo();
  socket.write(paths.map((path) => post(path, 'body')).join(''));

  expect(await bodiesOf(socket, paths.length)).toEqual(paths.map((path) => `/${path}`));
  expect(most).toBe(maxPipelinedRequests);
});

it('answers a connection without a known key that has a few requests', async () => {
  const connectTo = await serve(async ({ url }, response) => {
    await turns(30);
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
