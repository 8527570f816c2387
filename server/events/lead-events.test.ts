import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createLogger } from '../log.ts';
import { type ChangedSteps, LeadEvents } from './lead-events.ts';

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A feed whose announcements go nowhere, unless a test says so. */
function open(send: (payloads: string[]) => Promise<unknown> = async () => {}) {
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn');
  const announce = vi.fn(send);
  let hear = (_: string) => {};
  let missed = () => {};
  const onLeads = (...given: [typeof hear, typeof missed]) => {
    [hear, missed] = given;
  };
  const feed = new LeadEvents(announce, { onLeads }, log);
  const sent = () => announce.mock.calls.map(([payloads]) => payloads);

  return { feed, sent, warn, hear: (text: string) => hear(text), missed: () => missed() };
}

function subscriber() {
  const heard: ChangedSteps[] = [];
  const onEnd = vi.fn();
  return { heard, onEnd, onChange: (steps: ChangedSteps) => void heard.push(steps) };
}

describe('what is noted', () => {
  it('leaves at once when nothing has left lately', async () => {
    const { feed, sent } = open();
    feed.publish('c', 's');
    await turn();
    await turn();

    expect(sent()).toEqual([['c s']]);
  });

  it('leaves together: many notes, one statement, nothing twice', async () => {
    const { feed, sent } = open();
    for (let number = 0; number < 10_000; number += 1)
      feed.publish(`c${number % 2}`, `s${number % 4}`);
    await feed.close();

    expect(sent()).toEqual([['c0 s0 s2', 'c1 s1 s3']]);
  });

  it('waits while the last ones have just left, and is not lost', async () => {
    const { feed, sent } = open();
    feed.publish('c', 'a');
    await turn();
    await turn();
    for (const step of ['b', 'c', 'b']) feed.publish('c', step);
    await feed.close();

    expect(sent()).toEqual([['c a'], ['c b c']]);
  });

  it('tells of the company only, when more than one step is meant or more than fit', async () => {
    const { feed, sent } = open();
    feed.publish('whole', 's');
    feed.publish('whole');
    feed.publish('whole', 's');
    for (let number = 0; number < 200; number += 1) feed.publish(idOf(0), idOf(number));
    for (let number = 0; number < 201; number += 1) feed.publish('many', idOf(number));
    await feed.close();

    const [payloads = []] = sent();
    expect(payloads.map((each) => each.split(' ').length)).toEqual([1, 201, 1]);
    expect(Math.max(...payloads.map((each) => Buffer.byteLength(each)))).toBeLessThan(8_000);
  });

  it('is dropped with a warning when it cannot be sent, and the next is tried', async () => {
    let away = true;
    const { feed, sent, warn } = open(async () => {
      if (away) throw Object.assign(new Error('away'), { code: '57P03' });
    });
    feed.publish('c', 'a');
    await turn();
    await turn();
    away = false;
    feed.publish('c', 'b');
    await feed.close();

    expect(sent()).toEqual([['c a'], ['c b']]);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('who follows a company', () => {
  it('hears of it and of no other, until it leaves', () => {
    const { feed, hear } = open();
    const [own, other] = [subscriber(), subscriber()];
    const leave = feed.subscribe('own', own);
    feed.subscribe('other', other);
    hear('own a b');
    hear('own');
    leave?.();
    hear('own c');

    expect(own.heard).toEqual([new Set(['a', 'b']), null]);
    expect(other.heard).toEqual([]);
    expect(feed.subscriberCount).toBe(1);
  });

  it('is told to look at everything when something was missed', () => {
    const { feed, missed } = open();
    const own = subscriber();
    feed.subscribe('own', own);
    missed();

    expect(own.heard).toEqual([null]);
  });

  it('is let go of when the process stops, and is not taken afterwards', () => {
    const { feed } = open();
    const own = subscriber();
    feed.subscribe('own', own);
    feed.drain();

    expect(own.onEnd).toHaveBeenCalledTimes(1);
    expect(feed.subscribe('own', own)).toBeUndefined();
  });
});
