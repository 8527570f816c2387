import { createServer, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RawAnswer, sendRaw } from '#server/testing/raw-client.ts';
import {
  callerAddress,
  isHttps,
  isLocal,
  normalizeHeaders,
  readTarget,
  type Target,
  trustList,
} from './proxy-headers.ts';

const server = createServer((request, response) => {
  const trusted = trustList(
    request.url?.includes('trusting') ? ['127.0.0.0/8', '::1'] : ['192.0.2.0/24'],
  );
  response.setHeader('x-https', String(isHttps(request, trusted)));
  response.setHeader('x-caller', callerAddress(request, trusted));
  response.setHeader('x-local', String(isLocal(request, trusted)));
  response.end(JSON.stringify(readTarget(request, trusted)));
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

/** Guarantee: it has what `isLocal` reads. */
const asRequest = (request: object) => request as IncomingMessage;

function askRaw(...lines: string[]): Promise<RawAnswer> {
  const address = server.address();
  return sendRaw(typeof address === 'object' && address ? address.port : 0, lines);
}

async function ask(...lines: string[]): Promise<Target> {
  return JSON.parse((await askRaw(...lines)).body);
}

it('takes the host and the path as sent', async () => {
  expect(await ask('GET /a%00?b HTTP/1.1', 'Host: A.test:80')).toEqual({
    host: 'a.test:80',
    url: '/a%00?b',
    path: '/a%00',
  });
});

it('takes no host when it is said twice in two ways', async () => {
  expect((await ask('GET / HTTP/1.1', 'Host: a.test', 'Host: b.test')).host).toBe('');
  expect((await ask('GET / HTTP/1.1', 'Host: a.test', 'Host: A.test')).host).toBe('a.test');
});

it('reads a request target in absolute form, which must name the same host', async () => {
  expect(await ask('GET http://a.test/x?y HTTP/1.1', 'Host: a.test')).toEqual({
    host: 'a.test',
    url: '/x?y',
    path: '/x',
  });
  expect((await ask('GET http://b.test/x HTTP/1.1', 'Host: a.test')).host).toBe('');
});

it('believes a forwarded host of a trusted peer alone', async () => {
  const forwarded = ['Host: a.test', 'X-Forwarded-Host: b.test, c.test'];
  expect((await ask('GET / HTTP/1.1', ...forwarded)).host).toBe('a.test');
  expect((await ask('GET /trusting HTTP/1.1', ...forwarded)).host).toBe('b.test');
});

it('believes a trusted peer alone that it was https', async () => {
  const https = async (path: string, protocol: string) =>
    (await askRaw(`GET ${path} HTTP/1.1`, 'Host: a.test', `X-Forwarded-Proto: ${protocol}`))
      .headers['x-https'];
  expect(await https('/', 'https')).toBe('false');
  expect(await https('/trusting', 'https')).toBe('true');
  expect(await https('/trusting', 'http')).toBe('false');
});

it('takes the caller from the last hop that no trusted proxy has, without its port', async () => {
  const caller = async (path: string, ...hops: string[]) =>
    (await askRaw(`GET ${path} HTTP/1.1`, 'Host: a.test', `X-Forwarded-For: ${hops.join(', ')}`))
      .headers['x-caller'];
  expect(await caller('/', '203.0.113.7')).toBe('127.0.0.1');
  for (const [hop, address] of [
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['2001:DB8::9', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['[2001:db8::9]:51234', '2001:db8::9'],
    ['[::ffff:203.0.113.7]:51234', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
  ] as const) {
    expect([hop, await caller('/trusting', '198.51.100.1', hop)]).toEqual([hop, address]);
    expect([hop, await caller('/trusting', hop, '127.0.0.2:443')]).toEqual([hop, address]);
  }
  for (const hop of ['unknown', '', '203.0.113.7:51234:1'])
    expect(await caller('/trusting', '198.51.100.1', hop, '127.0.0.2')).toBe('127.0.0.2');
});

it.each([
  ['without a proxy, whatever its host', '/', [], 'true'],
  ['without a proxy, where one would be trusted', '/trusting', [], 'true'],
  ['behind a proxy that is not trusted', '/', ['X-Forwarded-For: 127.0.0.1'], 'false'],
  ['behind one that only says the scheme', '/', ['X-Forwarded-Proto: https'], 'false'],
  ['behind one that only says its name', '/', ['Via: 1.1 proxy'], 'false'],
  ['at a trusted proxy on this machine', '/trusting', ['X-Forwarded-For: 127.0.0.1, ::1'], 'true'],
  ['elsewhere', '/trusting', ['X-Forwarded-For: 203.0.113.7'], 'false'],
  ['elsewhere, and says otherwise', '/trusting', ['X-Forwarded-For: 127.0.0.1, 1.2.3.4'], 'false'],
  ['at an unknown place', '/trusting', ['X-Forwarded-For: unknown, 127.0.0.1'], 'false'],
  ['at a place that is not said', '/trusting', ['X-Forwarded-Proto: https'], 'false'],
])('a caller %s is on this machine: %s %j %s', async (_, path, lines, expected) => {
  const answer = await askRaw(`GET ${path} HTTP/1.1`, 'Host: crm.test', ...lines);
  expect(answer.headers['x-local']).toBe(expected);
});

it('a caller at another address is on another machine, whatever its host', () => {
  for (const address of ['203.0.113.7', '192.168.1.7', '::ffff:10.0.0.7', '2001:db8::7', '']) {
    const request = { socket: { remoteAddress: address }, headers: { host: 'localhost' } };
    expect(isLocal(asRequest(request), trustList([]))).toBe(false);
  }
  const mapped = { socket: { remoteAddress: '::ffff:127.0.0.1' }, headers: {} };
  expect(isLocal(asRequest(mapped), trustList([]))).toBe(true);
});

it('cuts a long User-Agent, in which Next looks for crawlers', () => {
  const headers: Record<string, string> = { 'user-agent': '1'.repeat(15_000) };
  const request = asRequest({ socket: { remoteAddress: '203.0.113.7' }, headers });
  normalizeHeaders(request, { host: 'crm.test', url: '/', path: '/' }, trustList([]));
  expect(headers['user-agent']).toHaveLength(500);
});
