import { expect, it, vi } from 'vitest';
import { everything } from '#db/values/changes.ts';
import { createLogger } from '../log.ts';
import { ChangeFeed } from './change-feed.ts';
import { followChanges } from './follow-changes.ts';
import { SessionWatch } from './session-watch.ts';

const session = { userId: 'ada', sessionId: 'first' };

function open() {
  let hear = (_: string) => {};
  const onCompanyChange = (given: typeof hear) => {
    hear = given;
  };
  const log = createLogger('silent');
  const feed = new ChangeFeed(async () => {}, { onCompanyChange }, log);
  const live = new Set([session.sessionId]);
  const sources = { events: feed, sessions: new SessionWatch(async () => live, log) };
  const leaving = new AbortController();
  const { signal } = leaving;
  const changes = followChanges(sources, { companyId: 'own', session, signal });

  return {
    feed,
    sources,
    live,
    changes,
    leave: () => leaving.abort(),
    hear: (text: string) => hear(text),
  };
}

it('begins with everything, and then tells what has changed', async () => {
  const { changes, hear } = open();
  expect((await changes.next()).value).toEqual(everything);

  const next = changes.next();
  hear('other {"steps":["x"]}');
  hear('own {"steps":["a"]}');
  expect((await next).value).toEqual({ steps: ['a'] });
});

it('makes one of all that comes while the last is not taken', async () => {
  const { changes, hear } = open();
  await changes.next();
  for (let number = 0; number < 1_000; number += 1) hear(`own {"steps":["s${number % 3}"]}`);
  expect((await changes.next()).value).toEqual({ steps: ['s0', 's1', 's2'] });

  hear('own {"steps":["s1"]}');
  hear('own {"leads":"all"}');
  hear('own {"steps":["s2"]}');
  expect((await changes.next()).value).toEqual({ steps: ['s1', 's2'], leads: 'all' });
});

it('ends when the client leaves, while it waits and before it has begun', async () => {
  const waiting = open();
  await waiting.changes.next();
  const next = waiting.changes.next();
  expect(waiting.feed.subscriberCount).toBe(1);
  waiting.leave();
  expect((await next).done).toBe(true);
  expect(waiting.feed.subscriberCount).toBe(0);

  const early = open();
  early.leave();
  expect((await early.changes.next()).done).toBe(true);
  expect(early.feed.subscriberCount).toBe(0);
});

it('ends when the process stops, and does not begin again there', async () => {
  const { feed, sources, changes } = open();
  await changes.next();
  const next = changes.next();
  feed.drain();
  expect((await next).done).toBe(true);
  expect(feed.subscriberCount).toBe(0);
  const again = followChanges(sources, { companyId: 'own', session, signal: undefined });
  expect((await again.next()).done).toBe(true);
});

it('ends with the session', async () => {
  const { feed, changes, live } = open();
  await changes.next();
  const next = changes.next();
  live.delete(session.sessionId);

  expect((await next).done).toBe(true);
  expect(feed.subscriberCount).toBe(0);
});

it('ends after a minute, so that the next stream is authorized again', async () => {
  vi.useFakeTimers();
  const { feed, changes } = open();
  await changes.next();
  const next = changes.next();
  await vi.advanceTimersByTimeAsync(60_000);
  vi.useRealTimers();

  expect((await next).done).toBe(true);
  expect(feed.subscriberCount).toBe(0);
});
