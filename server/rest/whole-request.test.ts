import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maxBodyBytes } from './read-json.ts';
import { readWholeRequest } from './whole-request.ts';

const path = '/api/leads/public/019b76da-a800-7124-b15f-b90781a709b7';
const head = [`POST ${path} HTTP/1.1`, 'Host: acme.test', 'X-API-Key: lk_1', 'Content-Length: 2'];

/** The request with lines put in place of its own, and a body. */
const request = (changed: Record<number, string> = {}, body = '{}') =>
  Buffer.from(`${Object.values({ ...head, ...changed }).join('\r\n')}\r\n\r\n${body}`, 'latin1');

it('reads a creation of a lead', () => {
  expect(readWholeRequest(request())).toEqual({
    path,
    headers: { host: 'acme.test', 'x-api-key': 'lk_1', 'content-length': '2' },
    body: Buffer.from('{}'),
  });
});

it.each([
  ['the short path', { 0: `POST ${path.slice(4)} HTTP/1.1` }],
  [
    'values without blanks before them, or with blanks around',
    { 1: 'Host:acme.test', 2: 'A:   b ' },
  ],
  ['a value that is empty', { 2: 'X-API-Key:' }],
  ['a connection that is kept', { 4: 'Connection: Keep-Alive' }],
])('reads one with %s', (_, changed) => {
  expect(readWholeRequest(request(changed))).toMatchObject({ headers: { host: 'acme.test' } });
});

it.each([
  ['another method', { 0: `PUT ${path} HTTP/1.1` }],
  ['another method that begins alike', { 0: `PATCH ${path} HTTP/1.1` }],
  ['another path', { 0: 'POST /api/trpc/funnels.list HTTP/1.1' }],
  ['a query', { 0: `POST ${path}?a=b HTTP/1.1` }],
  ['an encoded path', { 0: 'POST /api/leads/public/%30 HTTP/1.1' }],
  ['a target in absolute form', { 0: `POST http://acme.test${path} HTTP/1.1` }],
  ['an older HTTP', { 0: `POST ${path} HTTP/1.0` }],
  ['a line end before it', { 0: `\r\nPOST ${path} HTTP/1.1` }],
  ['no host', { 1: 'Accept: */*' }],
  ['two hosts', { 4: 'host: acme.test' }],
  ['a name that comes twice', { 4: 'x-api-key: lk_2' }],
  ['no length', { 3: 'Accept: */*' }],
  ['two lengths', { 4: 'content-length: 2' }],
  ['a length with a sign', { 3: 'Content-Length: +2' }],
  ['a length in two parts', { 3: 'Content-Length: 2, 2' }],
  ['a length in hexadecimal', { 3: 'Content-Length: 0x2' }],
  ['a body in chunks', { 4: 'Transfer-Encoding: chunked' }],
  ['a connection that ends', { 4: 'Connection: close' }],
  ['a connection that names headers', { 4: 'Connection: keep-alive, Host' }],
  ['a connection that ends, as proxies say it', { 4: 'Proxy-Connection: close' }],
  ['an upgrade', { 4: 'Upgrade: websocket' }],
  ['an expectation', { 4: 'Expect: 100-continue' }],
  ['a folded header', { 4: 'A: b\r\n c' }],
  ['a line that ends with LF', { 4: 'A: b\nTransfer-Encoding: chunked' }],
  ['a CR of its own', { 4: 'A: b\rTransfer-Encoding: chunked' }],
  ['a NUL', { 4: 'A: \0' }],
  ['a tab', { 4: 'A:\tb' }],
  ['a letter beyond ASCII', { 4: 'A: é' }],
  ['a blank before the colon', { 3: 'Content-Length : 2' }],
  ['a line without a colon', { 4: 'Content-Length' }],
  ['a line without a name', { 4: ': 2' }],
  ['a head of more than 4 KB', { 4: `A: ${'b'.repeat(4_096)}` }],
  ['more than its body', { 3: 'Content-Length: 1' }],
])('leaves %s to Node', (_, changed) => {
  expect(readWholeRequest(request(changed))).toBeUndefined();
});

it('leaves a head that has not ended to Node', () => {
  expect(readWholeRequest(request().subarray(0, -4))).toBeUndefined();
});

describe('where some of the body is missing', () => {
  it('tells how long it will be', () => {
    const whole = request();
    expect(readWholeRequest(whole.subarray(0, -1))).toBe(whole.length);
    expect(readWholeRequest(whole.subarray(0, -2))).toBe(whole.length);
  });

  it('leaves a body that is longer than we take to Node', () => {
    expect(readWholeRequest(request({ 3: `Content-Length: ${maxBodyBytes}` }))).toBeGreaterThan(
      maxBodyBytes,
    );
    expect(readWholeRequest(request({ 3: `Content-Length: ${maxBodyBytes + 1}` }))).toBeUndefined();
  });
});

describe('beside the parser of Node', () => {
  /** Tells how Node reads the first request of a connection, and whatever comes behind it. */
  const server = createServer((incoming, response) => {
    incoming.setEncoding('latin1');
    text(incoming).then((body) => {
      const { method, url, headers } = incoming;
      response.shouldKeepAlive = false;
      response.end(JSON.stringify({ method, url, headers, body }));
    });
  });
  let port: number;
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => server.close());

  async function readByNode(bytes: Buffer): Promise<unknown> {
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    const answers = (await text(socket)).split('\r\n\r\n');
    return { answers: answers.length - 1, ...JSON.parse(answers[1] ?? '') };
  }

  const name = fc.stringMatching(/^[A-Za-z!#$%&'*+.^_`|~-]{1,12}$/);
  const value = fc.stringMatching(/^[ -~]{0,20}$/);
  const line = fc.oneof(
    fc.tuple(name, value).map((pair) => pair.join(':')),
    fc.constantFrom('Connection: keep-alive', 'Accept: */*', 'X-Forwarded-For: 192.0.2.1'),
  );
  const anyRequest = fc
    .tuple(fc.array(line, { maxLength: 5 }), fc.string({ unit: 'binary', maxLength: 40 }))
    .map(([lines, body]) => {
      const bytes = Buffer.from(body);
      const more = lines.map((each, at) => [head.length + at, each]);
      const sized = { 3: `Content-Length: ${bytes.length}`, ...Object.fromEntries(more) };
      return Buffer.concat([request(sized, ''), bytes]);
    });
  const telling = '\r\n :\t\0,;0129AaPk/?#%\x7f\xe9';
  const change = fc.record({
    at: fc.nat(),
    cut: fc.nat(2),
    put: fc.stringMatching(new RegExp(`^[${telling}]{0,2}$`)),
  });

  it('reads whatever it reads as Node does', async () => {
    let read = 0;
    await fc.assert(
      fc.asyncProperty(anyRequest, fc.array(change, { maxLength: 2 }), async (bytes, changes) => {
        const sent = changes.reduce((all, { at, cut, put }) => {
          const from = at % all.length;
          return Buffer.concat([
            all.subarray(0, from),
            Buffer.from(put, 'latin1'),
            all.subarray(from + cut),
          ]);
        }, bytes);
        const whole = readWholeRequest(sent);
        if (typeof whole !== 'object') return;

        read += 1;
        expect(await readByNode(sent)).toEqual({
          answers: 1,
          method: 'POST',
          url: whole.path,
          headers: { ...whole.headers },
          body: Buffer.from(whole.body).toString('latin1'),
        });
      }),
      { numRuns: 1_000 },
    );
    expect(read).toBeGreaterThan(100);
  });

  it('takes no part of a request for a whole one', () => {
    fc.assert(
      fc.property(anyRequest, fc.nat(), (bytes, at) => {
        const part = bytes.subarray(0, at % bytes.length);
        expect([undefined, bytes.length]).toContain(readWholeRequest(part));
      }),
    );
  });
});
