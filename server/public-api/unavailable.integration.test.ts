import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readSettings } from '#server/env.ts';
import { createWebServer } from '#server/http/server.ts';
import { listen } from '#server/process/listen.ts';
import { type Runtime, startRuntime } from '#server/runtime.ts';
import { generateSecret } from '#server/services/api-keys/secret.ts';
import { expectDocumented } from '#server/testing/documented.ts';
import { type Answer, send } from '#server/testing/http-client.ts';
import { testSecrets } from '#server/testing/secrets.ts';

/** Nothing listens there. */
const databaseUrl = 'postgres://nobody@127.0.0.1:1/none';
const settings = readSettings({
  NODE_ENV: 'test',
  ...testSecrets,
  DATABASE_URL: databaseUrl,
  PORT: '0',
  LOG_LEVEL: 'silent',
});
const web = createWebServer([]);
let runtime: Runtime;
let port: number;

beforeAll(async () => {
  port = await listen(web.server, settings);
});
afterAll(async () => {
  await web.close(0);
  await runtime?.close();
});

function expectCommonHeaders(answer: Answer): void {
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expectDocumented({ path: '/leads/public/x' }, answer);
}

it('answers 503 in the envelope before it has started', async () => {
  const answer = await send(port, { path: '/leads/public/x' });
  expectCommonHeaders(answer);
  expect([answer.status, answer.json]).toEqual([
    503,
    { success: false, error: 'Service temporarily unavailable' },
  ]);
  expect((await send(port, { method: 'GET', path: '/livez' })).status).toBe(200);
  expect((await send(port, { method: 'GET', path: '/readyz' })).json).toEqual({
    ready: false,
    state: 'starting',
  });
});

it('answers 503 in time and without the reason while the database is unreachable', async () => {
  runtime = startRuntime(settings, { url: databaseUrl, directUrl: databaseUrl });
  runtime.open();
  const answer = await send(port, {
    path: '/leads/public/x',
    headers: { 'x-api-key': generateSecret(), 'content-type': 'application/json' },
    body: '{"name":"x"}',
  });
  expect([answer.status, answer.json]).toEqual([
    503,
    { success: false, error: 'Service temporarily unavailable' },
  ]);
  expect(answer.headers['retry-after']).toBe('1');
  expectCommonHeaders(answer);
  expect((await send(port, { method: 'GET', path: '/readyz' })).json).toEqual({
    ready: false,
    state: 'database does not answer',
  });
});

it('logs refusals of one cause once a second, with their count and the reason in words', async () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: unknown) => void lines.push(JSON.parse(String(line)));
  const log = pino(new Writable({ write: (line, _, next) => next(write(line)) }));
  Object.assign(runtime, { log });
  const calls = Array.from({ length: 50 }, () =>
    send(port, { path: '/leads/public/x', headers: { 'x-api-key': generateSecret() } }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([503]));

  const counted = () => lines.reduce((sum, { count }) => sum + Number(count), 0);
  await expect.poll(counted).toBe(50);
  expect(lines.length).toBeLessThan(25);
  for (const line of lines)
    expect(line).toEqual({
      level: 40,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      requestId: expect.any(String),
      reason: 'database cannot be reached',
      code: 'ECONNREFUSED',
      count: expect.any(Number),
      durationMs: expect.any(Number),
      msg: 'public request failed',
    });
});

it('tells the same as a problem to those who ask for it', async () => {
  const headers = { accept: 'application/problem+json' };
  for (const [status, more] of [
    [503, { 'x-api-key': generateSecret() }],
    [431, { 'x-long': 'x'.repeat(20_000) }],
  ] as const) {
    const answer = await send(port, { path: '/leads/public/x', headers: { ...headers, ...more } });
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(answer.text)).toMatchObject({ status, issues: [] });
  }
});

it('check 22: an answer holds nothing of a thrown error', async () => {
  const lines: string[] = [];
  const stream = new Writable({ write: (line, _, next) => next(void lines.push(String(line))) });
  const log = pino({ level: 'debug' }, stream);
  const secret = generateSecret();
  const shouldAccept = () => {
    throw new TypeError(`cannot keep {"name":"Marker","phone":"5511987654321"} of ${secret}`);
  };
  const { intake } = runtime;
  Object.assign(runtime, { log, intake: Object.assign(Object.create(intake), { shouldAccept }) });
  const answer = await send(port, { path: '/leads/public/x', headers: { 'x-api-key': secret } });
  Object.assign(runtime, { intake });

  expect([answer.status, answer.json]).toEqual([
    500,
    { success: false, error: 'Internal server error' },
  ]);
  expect(lines).toHaveLength(1);
  expect(lines.join()).toMatch(/"name":"TypeError".*"stack":\["at \S*shouldAccept /);
  expect(lines.join() + JSON.stringify(answer.headers)).not.toMatch(/Marker|5511987654321|lk_/);
});

it('answers what is no HTTP, and headers over 16 KiB, in the envelope', async () => {
  const answer = await send(port, {
    path: '/leads/public/x',
    headers: { 'x-long': 'x'.repeat(20_000) },
  });
  expect([answer.status, answer.json]).toEqual([
    431,
    { success: false, error: 'Request headers must not exceed 16 KiB' },
  ]);
  expectCommonHeaders(answer);
});
