import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BodyDeadline } from './body-deadline.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function start() {
  const deadline = new BodyDeadline(20_000);
  const passed: string[] = [];
  const send = (connection: EventEmitter, name: string) =>
    deadline.start(connection, () => passed.push(name));
  return { passed, send };
}

it('passes for what has not ended in time, at most a second late', () => {
  const { passed, send } = start();
  send(new EventEmitter(), 'slow');
  const end = send(new EventEmitter(), 'quick');
  end();
  vi.advanceTimersByTime(10_000);
  send(new EventEmitter(), 'later');

  vi.advanceTimersByTime(9_000);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(2_000);
  expect(passed).toEqual(['slow']);
  vi.advanceTimersByTime(60_000);
  expect(passed).toEqual(['slow', 'later']);
});

it('breaks off the body that comes, and nothing where none does', () => {
  const deadline = new BodyDeadline(20_000);
  const connection = new EventEmitter();
  const ends: string[] = [];
  expect(deadline.breakOff(connection, 'broken')).toBe(false);
  const end = deadline.start(connection, (why) => ends.push(why));
  expect(deadline.breakOff(connection, 'broken')).toBe(true);
  expect(deadline.breakOff(connection, 'late')).toBe(false);
  end();

  deadline.start(connection, (why) => ends.push(why))();
  expect(deadline.breakOff(connection, 'broken')).toBe(false);
  expect(ends).toEqual(['broken']);
});

it('begins anew with each body of a connection, whose last one may end after that', () => {
  const { passed, send } = start();
  const connection = new EventEmitter();
  const endFirst = send(connection, 'first');
  vi.advanceTimersByTime(15_000);
  send(connection, 'second');
  endFirst();

  vi.advanceTimersByTime(15_000);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(6_000);
  expect(passed).toEqual(['second']);
});

it('passes for no connection that is closed', () => {
  const { passed, send } = start();
  const connection = new EventEmitter();
  send(connection, 'gone');
  connection.emit('close');

  vi.advanceTimersByTime(60_000);
  expect(passed).toEqual([]);
});
