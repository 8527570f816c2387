import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { logFailure } from './log-failure.ts';

let lines: Record<string, unknown>[];
let log: pino.Logger;
beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  const write = (line: unknown) => void lines.push(JSON.parse(String(line)));
  log = pino(new Writable({ write: (line, _, next) => next(write(line)) }));
});
afterEach(() => void vi.useRealTimers());

const errorWith = (code: string) => Object.assign(new Error('refused'), { code });
const fail = (code: string, requestId = 'a') =>
  logFailure(log, 'request failed', errorWith(code), { requestId });

it('writes one line a second and cause, with a count and the reason in words', () => {
  for (let n = 0; n < 1_000; n += 1) fail('53100', `request ${n}`);
  fail('25006');
  expect(lines).toMatchObject([
    { level: 40, reason: 'disk of the database is full', code: '53100', count: 1 },
    { level: 40, reason: 'database is read-only', code: '25006', count: 1 },
  ]);

  vi.advanceTimersByTime(1_000);
  expect(lines).toHaveLength(3);
  expect(lines[2]).toMatchObject({
    reason: 'disk of the database is full',
    count: 999,
    requestId: 'request 999',
    msg: 'request failed',
  });
  expect(JSON.stringify(lines)).not.toContain('stack');
});

it('writes nothing about a cause that is over, and its next failure at once', () => {
  fail('53100');
  vi.advanceTimersByTime(5_000);
  expect(lines).toHaveLength(1);
  fail('53100');
  expect(lines).toHaveLength(2);
});

it('writes where a fault of our own was thrown, and tells faults apart by that', () => {
  const other = () => logFailure(log, 'request failed', new TypeError('elsewhere'));
  for (let n = 0; n < 3; n += 1) {
    logFailure(log, 'request failed', new TypeError('here'));
    other();
  }
  vi.advanceTimersByTime(1_000);
  expect(lines.map(({ level, count }) => [level, count])).toEqual(
    [1, 1, 2, 2].map((count) => [50, count]),
  );
  expect(JSON.stringify(lines[1])).toMatch(/"name":"TypeError".*"stack":\["at other /);
});
