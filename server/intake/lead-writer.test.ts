import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { StoredLeads, WrittenLead } from '../services/leads/insert-leads.ts';
import { withDeadline } from './deadline.ts';
import { type Lane, LeadWriter } from './lead-writer.ts';

const createdAt = '2026-01-02T03:04:05.678Z';
const row = (id: string) => ({ id }) as WrittenLead;
const until = performance.now() + 60_000;

/** A database whose answers a test gives by hand. */
function table() {
  const groups: { ids: string[]; answer: PromiseWithResolvers<StoredLeads> }[] = [];
  const insert: Lane['insert'] = (rows, deadline) => {
    const answer = Promise.withResolvers<StoredLeads>();
    groups.push({ ids: rows.map(({ id }) => id), answer });
    return withDeadline(answer.promise, deadline - performance.now());
  };
  const writer = new LeadWriter([{ insert }, { insert }]);
  const settle = async (index: number, only: string[] | null = null) => {
    groups[index]?.answer.resolve({ createdAt, only });
    await turn();
    await turn();
  };
  const fail = async (index: number, error: Error) => {
    groups[index]?.answer.reject(error);
    await turn();
    await turn();
  };
  const ids = () => groups.map((group) => group.ids);

  return { writer, ids, settle, fail };
}

afterEach(() => vi.restoreAllMocks());

const refusal = (code: string) => Object.assign(new Error(code), { code });

describe('grouping', () => {
  it('sends a row alone at once, and all of one turn together', async () => {
    const { writer, ids, settle } = table();
    void writer.store(row('a'), until);
    await turn();
    expect(ids()).toEqual([['a']]);

    await settle(0);
    void writer.store(row('b'), until);
    void writer.store(row('c'), until);
    await turn();
    expect(ids()).toEqual([['a'], ['b', 'c']]);
  });

  it('gathers what comes while a group is under way for the next one', async () => {
    const { writer, ids, settle } = table();
    for (const id of ['a', 'b', 'c']) {
      void writer.store(row(id), until);
      await turn();
    }
    expect(ids()).toEqual([['a']]);

    await settle(0);
    expect(ids()).toEqual([['a'], ['b', 'c']]);
  });

  it('lets a large group go beside another one, and no third', async () => {
    const { writer, ids, settle } = table();
    const sizes = () => ids().map((group) => group.length);
    const storeMany = async (count: number) => {
      for (let n = 0; n < count; n += 1) void writer.store(row(String(n)), until);
      await turn();
    };
    await storeMany(1);
    await storeMany(99);
    expect(sizes()).toEqual([1]);
    await storeMany(1);
    expect(sizes()).toEqual([1, 100]);
    await storeMany(200);
    expect(sizes()).toEqual([1, 100]);

    await settle(0);
    expect(sizes()).toEqual([1, 100, 200]);
  });

  it('lets nobody wait for a group that takes long', async () => {
    const { writer, ids } = table();
    void writer.store(row('stuck'), until);
    await turn();
    void writer.store(row('next'), until);

    await vi.waitFor(() => expect(ids()).toEqual([['stuck'], ['next']]));
  });

  it('sends at most 500 rows in a group', async () => {
    const { writer, ids } = table();
    for (let n = 0; n < 1_200; n += 1) void writer.store(row(String(n)), until);
    await turn();
    await turn();

    expect(ids().map((group) => group.length)).toEqual([500, 500]);
  });

  it('refuses what it has no room for, and forgets nothing of the rest', async () => {
    const { writer } = table();
    for (let n = 0; n < 2_000; n += 1) void writer.store(row(String(n)), until);

    expect(writer.isFull).toBe(true);
    await expect(writer.store(row('one more'), until)).rejects.toMatchObject({
      code: 'OVERLOADED',
    });
  });

  it('refuses what the database would not store in time, by what it did last', async () => {
    const { writer, ids, settle } = table();
    const now = vi.spyOn(performance, 'now');
    const passes = (milliseconds: number) => now.mockReturnValue(performance.now() + milliseconds);
    const storeMany = async (count: number) => {
      const refused = () => {};
      for (let n = 0; n < count; n += 1) writer.store(row(String(n)), until).catch(refused);
      await turn();
    };
    passes(0);
    await storeMany(100);
    passes(200);
    await storeMany(700);
    await settle(0);
    expect(ids().map((group) => group.length)).toEqual([100, 500, 200]);
    expect(writer.isFull).toBe(false);
    await storeMany(40);
    expect(writer.isFull).toBe(false);
    await storeMany(20);
    expect(writer.isFull).toBe(true);

    now.mockRestore();
    for (const group of [1, 2, 3]) await settle(group);
    expect(writer.isFull).toBe(false);
  });

  it('does not send what is too late: it is refused, and not stored', async () => {
    const { writer, ids } = table();
    const late = writer.store(row('late'), performance.now() - 1);
    void writer.store(row('in time'), until);

    await expect(late).rejects.toMatchObject({ code: 'DEADLINE' });
    expect(ids()).toEqual([['in time']]);
  });
});

describe('answers', () => {
  it('come after the commit, one for each row', async () => {
    const { writer, settle } = table();
    const answers = Promise.all(['a', 'b'].map((id) => writer.store(row(id), until)));
    await turn();
    await settle(0, ['a']);

    expect(await answers).toEqual([createdAt, undefined]);
  });

  it('of a refused group are found row by row: neighbours of a bad row are stored', async () => {
    const { writer, ids, settle, fail } = table();
    const answers = Promise.allSettled(['a', 'bad', 'c'].map((id) => writer.store(row(id), until)));
    await turn();
    await fail(0, refusal('22021'));
    await settle(1);
    await fail(2, refusal('22021'));
    await settle(3);

    expect(ids()).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
    expect((await answers).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('of a refused group do not send a row whose time is over when its turn comes', async () => {
    const { writer, ids, settle, fail } = table();
    const soon = performance.now() + 100;
    const answers = Promise.allSettled([
      writer.store(row('a'), until),
      writer.store(row('b'), soon),
      writer.store(row('c'), until),
    ]);
    await turn();
    await fail(0, refusal('22021'));
    // Timers may come a little early, by the clock that the writer reads.
    while (performance.now() <= soon) await sleep(1);
    await settle(1);
    await settle(2);

    expect(ids()).toEqual([['a', 'b', 'c'], ['a'], ['c']]);
    expect(await answers).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'DEADLINE' } },
      { status: 'fulfilled' },
    ]);
  });

  it('are one failure for all when the connection is lost: nobody knows what is stored', async () => {
    const { writer, ids, fail } = table();
    const answers = Promise.allSettled(['a', 'b'].map((id) => writer.store(row(id), until)));
    await turn();
    await fail(0, refusal('CONNECTION_CLOSED'));

    expect(ids()).toHaveLength(1);
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
