import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApiKeyActor } from '../services/actor.ts';
import { RequestLog } from './request-log.ts';

let lines: Record<string, unknown>[];
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
});
afterEach(() => void vi.useRealTimers());

function logAt(level: string): RequestLog {
  const write = (line: unknown) => void lines.push(JSON.parse(String(line)));
  const stream = new Writable({ write: (line, _, next) => next(write(line)) });
  return new RequestLog(pino({ level }, stream));
}

const actor = (apiKeyId: string): ApiKeyActor => ({
  kind: 'apiKey',
  isTestKey: false,
  apiKeyId,
  name: 'Website',
  companyId: 'company',
  applicationId: 'application',
  permissions: ['leads:create'],
  funnelIds: [],
  stepIds: [],
  rateLimit: null,
  mapping: [],
  comesFrom: null,
  keepsBodies: true,
  replayedUntil: null,
  timeZone: 'UTC',
  country: null,
});

const created = { requestId: 'r', status: 201, operation: 'createLead', actor: actor('a') };

it('counts outcomes of each key, and writes a line a minute', () => {
  const requests = logAt('info');
  for (let n = 0; n < 1_000; n += 1) requests.record({ ...created, durationMs: n });
  requests.record({ ...created, isReplayed: true });
  for (const status of [400, 429, 429]) requests.record({ ...created, status });
  requests.record({ requestId: 'r', status: 200, operation: 'getMe', actor: actor('b') });
  requests.record({ requestId: 'r', status: 401, address: () => '203.0.113.7' });
  expect(lines).toEqual([]);

  vi.advanceTimersByTime(60_000);
  expect(lines).toMatchObject([
    {
      level: 30,
      event: 'requests',
      keyId: 'a',
      companyId: 'company',
      created: 1_000,
      replayed: 1,
      answered: 0,
      refused: { 400: 1, 429: 2 },
      slowestMs: 999,
    },
    { keyId: 'b', created: 0, answered: 1, refused: {} },
    { msg: 'requests without a valid key', refused: { 401: 1 } },
  ]);
  vi.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(3);
  expect(JSON.stringify(lines)).not.toMatch(/Website|203\.0\.113/);
});

it('writes each request at debug, and what is counted when it closes', () => {
  const requests = logAt('debug');
  requests.record({ ...created, durationMs: 1.2345, address: () => '203.0.113.7' });
  expect(lines).toMatchObject([
    { level: 20, requestId: 'r', keyId: 'a', status: 201, durationMs: 1.2, address: '203.0.113.7' },
  ]);
  requests.close();
  expect(lines).toHaveLength(2);
});

it('writes nothing above info', () => {
  const requests = logAt('warn');
  requests.record(created);
  requests.close();
  expect(lines).toEqual([]);
});
