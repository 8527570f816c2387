import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type Change, everything, maxNamedIds } from '#db/values/changes.ts';
import { createLogger } from '../log.ts';
import { ChangeFeed } from './change-feed.ts';

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** A feed whose announcements go nowhere, unless a test says so. */
function open(send: (payloads: string[]) => Promise<unknown> = async () => {}) {
  const log = createLogger('silent');
  const warn = vi.spyOn(log, 'warn');
  const announce = vi.fn(send);
  let hear = (_: string) => {};
  let missed = () => {};
  const onCompanyChange = (...given: [typeof hear, typeof missed]) => {
    [hear, missed] = given;
  };
  const feed = new ChangeFeed(announce, { onCompanyChange }, log);
  const sent = () => announce.mock.calls.map(([payloads]) => payloads);

  return { feed, sent, warn, hear: (text: string) => hear(text), missed: () => missed() };
}

function subscriber() {
  const heard: Change[] = [];
  const onEnd = vi.fn();
  return { heard, onEnd, onChange: (change: Change) => void heard.push(change) };
}

const told = (company: string, change: Change) => `${company} ${JSON.stringify(change)}`;

describe('what is published', () => {
  it('leaves at once when nothing has left lately', async () => {
    const { feed, sent } = open();
    feed.publish('c', { steps: ['s'] });
    await turn();
    await turn();

    expect(sent()).toEqual([[told('c', { steps: ['s'] })]]);
  });

  it('leaves together: many changes, one statement, no id twice', async () => {
    const { feed, sent } = open();
    for (let number = 0; number < 10_000; number += 1)
      feed.publish(`c${number % 2}`, { steps: [`s${number % 4}`] });
    await feed.close();

    expect(sent()).toEqual([
      [told('c0', { steps: ['s0', 's2'] }), told('c1', { steps: ['s1', 's3'] })],
    ]);
  });

  it('waits while the last ones have just left, and is not lost', async () => {
    const { feed, sent } = open();
    feed.publish('c', { steps: ['a'] });
    await turn();
    await turn();
    for (const step of ['b', 'c', 'b']) feed.publish('c', { steps: [step] });
    await feed.close();

    expect(sent()).toEqual([[told('c', { steps: ['a'] })], [told('c', { steps: ['b', 'c'] })]]);
  });

  it('names as many ids of each kind as an announcement has room for', async () => {
    const { feed, sent } = open();
    const publish = (company: string, leads: number) => {
      for (let number = 0; number < leads; number += 1) {
        const ids = [idOf(number)];
        feed.publish(company, { leads: ids, steps: ids, keys: ids });
      }
    };
    publish(idOf(0), maxNamedIds);
    publish(idOf(1), maxNamedIds + 1);
    await feed.close();

    const [[most = '', more] = []] = sent();
    expect(JSON.parse(most.slice(most.indexOf(' '))).leads).toHaveLength(maxNamedIds);
    expect(Buffer.byteLength(most)).toBeLessThan(8_000);
    expect(more).toBe(told(idOf(1), { leads: 'all', steps: 'all', keys: 'all' }));
  });

  it('is dropped with a warning when it cannot be sent, and the next is tried', async () => {
    let away = true;
    const { feed, sent, warn } = open(async () => {
      if (away) throw Object.assign(new Error('away'), { code: '57P03' });
    });
    feed.publish('c', { steps: ['a'] });
    await turn();
    await turn();
    away = false;
    feed.publish('c', { steps: ['b'] });
    await feed.close();

    expect(sent()).toEqual([[told('c', { steps: ['a'] })], [told('c', { steps: ['b'] })]]);
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

describe('a subscriber of a company', () => {
  it('hears of it and of no other, until it leaves', () => {
    const { feed, hear } = open();
    const [own, other] = [subscriber(), subscriber()];
    const leave = feed.subscribe('own', own);
    feed.subscribe('other', other);
    hear(told('own', { leads: ['a', 'b'] }));
    hear(told('own', { funnels: 'all' }));
    leave?.();
    hear(told('own', { leads: ['c'] }));

    expect(own.heard).toEqual([{ leads: ['a', 'b'] }, { funnels: 'all' }]);
    expect(other.heard).toEqual([]);
    expect(feed.subscriberCount).toBe(1);
  });

  it('is told to look at everything when something was missed', () => {
    const { feed, missed } = open();
    const own = subscriber();
    feed.subscribe('own', own);
    missed();

    expect(own.heard).toEqual([everything]);
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
