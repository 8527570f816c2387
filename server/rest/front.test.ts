import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { complete, type PublicResponse, success } from './envelope.ts';
import { Front } from './front.ts';
import { answerUnparsed } from './unparsed.ts';
import { readWholeRequest } from './whole-request.ts';

/** Milliseconds. */
const keepAliveTimeout = 200;
/** What Node gives those who are slow, once they are its own. */
const patienceOfNode = 500;

let server: Server;
let front: Front;
let port: number;
/** Requests that came in front, each with what answers it. */
let taken: { body: string; answer(data?: string): void; fail(): void }[];
const ends: (() => void)[] = [];

const answerOf = (data: string): PublicResponse => complete(success(201, data, 'Created'), 'r');

beforeEach(async () => {
  taken = [];
  const limits = {
    keepAliveTimeout,
    headersTimeout: patienceOfNode,
    requestTimeout: patienceOfNode,
    connectionsCheckingInterval: 20,
  };
  server = createServer(limits, async (request, response) => {
    const body = await text(request).catch(() => 'cut');
    response.end(`Node read ${request.method} ${body}`);
  });
  answerUnparsed(server);
  front = new Front(server, (bytes) => {
    const request = readWholeRequest(bytes);
    if (typeof request !== 'object') return request;

    return new Promise((resolve, reject) => {
      const body = Buffer.from(request.body).toString();
      const answer = (data = JSON.stringify(body)) => resolve(answerOf(data));
      taken.push({ body, answer, fail: () => reject(new Error('Broken')) });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  server.close();
  server.closeAllConnections();
  front.destroy();
});

/** A caller, with all that it was told so far. */
function call(...bytes: (string | Buffer)[]) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true });
  const caller = { socket, said: '', isEnded: false };
  socket.on('data', (chunk) => {
    caller.said += chunk;
  });
  socket.on('end', () => {
    caller.isEnded = true;
  });
  socket.on('error', () => {});
  for (const each of bytes) socket.write(each);
  ends.push(() => socket.destroy());
  return caller;
}

const plain = (body: string) =>
  `POST /leads/public/1 HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const forNode = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

/** Milliseconds for what is promised at no time: this machine may have other work. */
const patient = { timeout: 5_000 };
vi.setConfig({ testTimeout: 20_000 });
const arrival = (count: number, timeout = patient.timeout) =>
  expect.poll(() => taken.length, { timeout }).toBe(count);
const hears = (caller: { said: string }, what: RegExp | string) =>
  expect.poll(() => caller.said, patient).toMatch(what);
const seesEnd = (caller: { isEnded: boolean }) =>
  expect.poll(() => caller.isEnded, { timeout: 3_000 }).toBe(true);

it('answers one request after the other, and keeps the connection', async () => {
  const caller = call(plain('"Zoë"'));
  await arrival(1);
  taken[0]?.answer();
  await hears(caller, /^HTTP\/1.1 201 Created\r\n[\s\S]*Keep-Alive: timeout=0.2\r\n[\s\S]*Zoë/);

  caller.socket.write(plain('second'));
  await arrival(2);
  taken[1]?.answer();
  await hears(caller, /Zoë[\s\S]*"second"/);
  expect(caller.isEnded).toBe(false);
});

it('reads the rest of a request that comes in pieces', async () => {
  const whole = plain('in pieces');
  const caller = call(whole.slice(0, -6));
  await once(caller.socket, 'connect');
  for (const piece of [whole.slice(-6, -2), whole.slice(-2)]) {
    await new Promise(setImmediate);
    caller.socket.write(piece);
  }
  await arrival(1);
  taken[0]?.answer();
  await hears(caller, '"in pieces"');
});

it('answers in order, whoever answers', async () => {
  const caller = call(plain('first'));
  await arrival(1);
  caller.socket.write(plain('second'));
  await sleep(50);
  caller.socket.write(forNode);
  await sleep(50);
  expect(taken).toHaveLength(1);

  taken[0]?.answer();
  await arrival(2);
  taken[1]?.answer();
  await hears(caller, /"first"[\s\S]*"second"[\s\S]*Node read GET/);
});

describe('becomes of Node', () => {
  it('a connection with anything else, and stays so', async () => {
    const caller = call(forNode);
    await hears(caller, 'Node read GET');
    caller.socket.write(plain('plain'));
    await hears(caller, 'Node read POST plain');
    expect(taken).toHaveLength(0);
  });

  it('several requests at once', async () => {
    const caller = call(plain('one') + plain('two'));
    await hears(caller, /Node read POST one[\s\S]*Node read POST two/);
  });

  it('a request after some that were answered here', async () => {
    const caller = call(plain('first'));
    await arrival(1);
    taken[0]?.answer();
    await hears(caller, '"first"');
    caller.socket.write('PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbo');
    await sleep(20);
    caller.socket.write('dy');
    await hears(caller, 'Node read PUT body');
  });

  it('a request whose rest does not come', async () => {
    const caller = call(plain('too slow').slice(0, -1));
    await seesEnd(caller);
    expect(caller.said).toMatch(/^HTTP\/1.1 408 /);
  });

  it('a connection on which nothing comes', async () => {
    const caller = call();
    await seesEnd(caller);
    expect(caller.said).toMatch(/^HTTP\/1.1 408 /);
  });
});

describe('ends', () => {
  it('a connection that idles, a second after what it was told', async () => {
    const caller = call(plain('once'));
    await arrival(1);
    taken[0]?.answer();
    await hears(caller, '"once"');
    const began = performance.now();
    await seesEnd(caller);
    expect(performance.now() - began).toBeGreaterThan(1_000);
    expect(caller.said).not.toMatch('408');
  });

  it('not while an answer is awaited', async () => {
    const caller = call(plain('slow'));
    await arrival(1);
    await sleep(1_500);
    taken[0]?.answer();
    await hears(caller, '"slow"');
  });

  it('when the sender ends, with the answers that it still has', async () => {
    const caller = call(plain('first'));
    await arrival(1);
    caller.socket.write(plain('last'));
    caller.socket.end();
    taken[0]?.answer();
    await arrival(2);
    taken[1]?.answer();
    await hears(caller, /"first"[\s\S]*Connection: close[\s\S]*"last"/);
    await seesEnd(caller);
  });

  it('a connection whose sender ends in the middle of a request, and tells it so', async () => {
    const caller = call(plain('never said').slice(0, -5));
    caller.socket.end();
    await seesEnd(caller);
    expect(caller.said).toMatch(/^HTTP\/1.1 400 Bad Request\r\n[\s\S]*Malformed HTTP request/);
    expect(taken).toHaveLength(0);
  });

  it('at once what idles when we go, and what is under way with its answer', async () => {
    const idle = call(plain('idle'));
    await arrival(1);
    taken[0]?.answer();
    await hears(idle, '"idle"');
    const busy = call(plain('busy'));
    await arrival(2);
    const part = call(plain('in parts').slice(0, -5));
    const atNode = call('PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbo');
    await Promise.all([part, atNode].map(({ socket }) => once(socket, 'connect')));
    await sleep(50);

    const closed = new Promise((resolve) => server.close(resolve));
    front.end();
    await seesEnd(idle);
    expect(busy.isEnded).toBe(false);
    busy.socket.write(plain('too late'));
    part.socket.write('parts');
    taken[1]?.answer();
    await seesEnd(busy);
    expect(busy.said).toMatch(/Connection: close[\s\S]*"busy"/);
    expect(taken).toHaveLength(2);
    await hears(part, 'Node read POST in parts');
    atNode.socket.write('dy');
    await hears(atNode, 'Node read PUT body');
    part.socket.destroy();
    atNode.socket.destroy();
    await closed;
  });

  it('a connection whose request cannot be answered', async () => {
    const caller = call(plain('broken'));
    await arrival(1);
    taken[0]?.fail();
    await seesEnd(caller);
    expect(caller.said).toBe('');
  });
});

describe('a caller who does not read its answers', () => {
  const most = 60;
  const large = JSON.stringify('x'.repeat(1 << 20));

  /** Sends one request after the other, as each of them is answered, until none is read any more. */
  async function fill() {
    const caller = call();
    caller.socket.pause();
    for (let sent = 1; sent <= most; sent += 1) {
      caller.socket.write(plain(`${sent}`));
      const isRead = await arrival(sent, 500).then(
        () => true,
        () => false,
      );
      if (!isRead) return caller;
      taken.at(-1)?.answer(large);
    }
    throw new Error('All was read');
  }

  it('is read from again when it has caught up', async () => {
    const caller = await fill();
    const before = taken.length;
    caller.socket.resume();
    await arrival(before + 1);
  });

  it('is left after a while', async () => {
    await fill();
    const connections = () => new Promise((tell) => server.getConnections((_, open) => tell(open)));
    await expect.poll(connections, { timeout: 3_000 }).toBe(0);
  });
});
