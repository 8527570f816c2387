import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { SessionWatch } from './session-watch.ts';

const live = new Set<string>();
const read = vi.fn(async (_: string[]) => live);
let watch: SessionWatch;

beforeEach(() => {
  vi.useFakeTimers();
  read.mockClear();
  for (const sessionId of ['ada', 'bob', 'cy']) live.add(sessionId);
  watch = new SessionWatch(read, createLogger('silent'));
});
afterEach(() => void vi.useRealTimers());

/** The one session of a user. */
const session = (userId: string) => ({ userId, sessionId: userId });
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1_000);

it('ends the streams of sessions that have ended, of all their users', async () => {
  const ends = { ada: vi.fn(), bob: vi.fn(), cy: vi.fn() };
  for (const [userId, end] of Object.entries(ends)) watch.watch(session(userId), end);
  live.delete('ada');
  live.delete('bob');
  await seconds(1);

  expect(ends.ada).toHaveBeenCalled();
  expect(ends.bob).toHaveBeenCalled();
  expect(ends.cy).not.toHaveBeenCalled();
});

it('asks once a second for all streams, and not without streams', async () => {
  const stops = ['ada', 'ada', 'bob'].map((userId) => watch.watch(session(userId), () => {}));
  await seconds(3);
  expect(read.mock.calls).toEqual([[['ada', 'bob']], [['ada', 'bob']], [['ada', 'bob']]]);

  for (const stop of stops) stop();
  await seconds(60);
  expect(read).toHaveBeenCalledTimes(3);
  watch.watch(session('cy'), () => {});
  await seconds(1);
  expect(read).toHaveBeenLastCalledWith(['cy']);
});

it('refuses more streams of one user than a browser needs, until one ends', () => {
  const stops = Array.from({ length: 32 }, () => watch.watch(session('ada'), () => {}));
  expect(() => watch.watch(session('ada'), () => {})).toThrow('Too many open screens');
  watch.watch(session('bob'), () => {});

  stops[0]?.();
  watch.watch(session('ada'), () => {});
  expect(() => watch.watch(session('ada'), () => {})).toThrow('Too many open screens');
});

it('goes on after a look that failed', async () => {
  const end = vi.fn();
  watch.watch(session('ada'), end);
  read.mockRejectedValueOnce(new Error('away'));
  await seconds(1);
  expect(end).not.toHaveBeenCalled();

  live.delete('ada');
  await seconds(1);
  expect(end).toHaveBeenCalled();
});

it('logs an outage of the database in words, without a stack', async () => {
  const lines: string[] = [];
  const outage = Object.assign(new Error('the database system is starting up'), { code: '57P03' });
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const failing = new SessionWatch(() => Promise.reject(outage), log);
  const stop = failing.watch(session('ada'), () => {});
  await seconds(1);
  stop();

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, reason: 'database has stopped or was restarted', code: '57P03' },
  ]);
  expect(lines[0]).not.toContain('stack');
});
