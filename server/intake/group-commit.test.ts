import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { largeGroupRows } from '../limits.ts';
import { GroupCommit } from './group-commit.ts';

const until = performance.now() + 60_000;

/** A group commit whose database a test answers by hand. */
function table() {
  const groups: { rows: readonly string[]; answer: PromiseWithResolvers<readonly string[]> }[] = [];
  const writer = new GroupCommit<string, string>({
    slots: 2,
    // Without the deadline of a group: one that a test leaves unanswered would be refused after the test.
    commit: (rows) => {
      const answer = Promise.withResolvers<readonly string[]>();
      groups.push({ rows, answer });
      return answer.promise;
    },
  });
  const settle = async (index: number) => {
    const group = groups[index];
    group?.answer.resolve(group.rows.map((row) => `stored ${row}`));
    await turn();
    await turn();
  };
  const fail = async (index: number, error: Error) => {
    groups[index]?.answer.reject(error);
    await turn();
    await turn();
  };
  const rows = () => groups.map((group) => group.rows);

  return { writer, rows, settle, fail };
}

afterEach(() => vi.restoreAllMocks());

const refusal = (code: string) => Object.assign(new Error(code), { code });

describe('grouping', () => {
  it('sends a single row at once, and all rows of one turn together', async () => {
    const { writer, rows, settle } = table();
    void writer.add('a', until);
    await turn();
    expect(rows()).toEqual([['a']]);

    await settle(0);
    void writer.add('b', until);
    void writer.add('c', until);
    await turn();
    expect(rows()).toEqual([['a'], ['b', 'c']]);
  });

  it('gathers rows that arrive while a group is under way for the next one', async () => {
    const { writer, rows, settle } = table();
    for (const id of ['a', 'b', 'c']) {
      void writer.add(id, until);
      await turn();
    }
    expect(rows()).toEqual([['a']]);

    await settle(0);
    expect(rows()).toEqual([['a'], ['b', 'c']]);
  });

  it('runs a large group beside another one, and no third', async () => {
    const { writer, rows, settle } = table();
    const sizes = () => rows().map((group) => group.length);
    const storeMany = async (count: number) => {
      for (let n = 0; n < count; n += 1) void writer.add(String(n), until);
      await turn();
    };
    await storeMany(1);
    await storeMany(largeGroupRows - 1);
    expect(sizes()).toEqual([1]);
    await storeMany(1);
    expect(sizes()).toEqual([1, largeGroupRows]);
    await storeMany(200);
    expect(sizes()).toEqual([1, largeGroupRows]);

    await settle(0);
    expect(sizes()).toEqual([1, largeGroupRows, 200]);
  });

  it('starts the next group when one takes long', async () => {
    const { writer, rows } = table();
    void writer.add('stuck', until);
    await turn();
    void writer.add('next', until);

    await vi.waitFor(() => expect(rows()).toEqual([['stuck'], ['next']]));
  });

  it('sends at most 500 rows in a group', async () => {
    const { writer, rows } = table();
    for (let n = 0; n < 1_200; n += 1) void writer.add(String(n), until);
    await turn();
    await turn();

    expect(rows().map((group) => group.length)).toEqual([500, 500]);
  });

  it('refuses a row when the queue is full', async () => {
    const { writer } = table();
    for (let n = 0; n < 2_000; n += 1) void writer.add(String(n), until);

    expect(writer.isFull).toBe(true);
    await expect(writer.add('one more', until)).rejects.toMatchObject({
      code: 'OVERLOADED',
    });
  });

  it('refuses a row that the estimate says would wait too long', async () => {
    const { writer, rows, settle } = table();
    const now = vi.spyOn(performance, 'now');
    const passes = (milliseconds: number) => now.mockReturnValue(performance.now() + milliseconds);
    const storeMany = async (count: number) => {
      const refused = () => {};
      for (let n = 0; n < count; n += 1) writer.add(String(n), until).catch(refused);
      await turn();
    };
    passes(0);
    await storeMany(100);
    passes(200);
    await storeMany(700);
    await settle(0);
    expect(rows().map((group) => group.length)).toEqual([100, 500, 200]);
    expect(writer.isFull).toBe(false);
    await storeMany(40);
    expect(writer.isFull).toBe(false);
    await storeMany(20);
    expect(writer.isFull).toBe(true);

    now.mockRestore();
    for (const group of [1, 2, 3]) await settle(group);
    expect(writer.isFull).toBe(false);
  });

  it('rejects a late row without sending it', async () => {
    const { writer, rows } = table();
    const late = writer.add('late', performance.now());
    void writer.add('in time', until);

    await expect(late).rejects.toMatchObject({ code: 'DEADLINE' });
    expect(rows()).toEqual([['in time']]);
  });
});

describe('results', () => {
  it('arrive after the commit, one for each row', async () => {
    const { writer, settle } = table();
    const answers = Promise.all(['a', 'b'].map((id) => writer.add(id, until)));
    await turn();
    await settle(0);

    expect(await answers).toEqual(['stored a', 'stored b']);
  });

  it('retries a rejected group row by row; only the bad row fails', async () => {
    const { writer, rows, settle, fail } = table();
    const answers = Promise.allSettled(['a', 'bad', 'c'].map((id) => writer.add(id, until)));
    await turn();
    await fail(0, refusal('22021'));
    await settle(1);
    await fail(2, refusal('22021'));
    await settle(3);

    expect(rows()).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
    expect((await answers).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  it('does not send a row of a rejected group whose time is over', async () => {
    const { writer, rows, settle, fail } = table();
    const soon = performance.now() + 100;
    const answers = Promise.allSettled([
      writer.add('a', until),
      writer.add('b', soon),
      writer.add('c', until),
    ]);
    await turn();
    await fail(0, refusal('22021'));
    // Timers may come a little early, by the clock that the writer reads.
    while (performance.now() <= soon) await turn();
    await settle(1);
    await settle(2);

    expect(rows()).toEqual([['a', 'b', 'c'], ['a'], ['c']]);
    expect(await answers).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'DEADLINE' } },
      { status: 'fulfilled' },
    ]);
  });

  it('rejects all rows when the connection is lost: it is unknown what is stored', async () => {
    const { writer, rows, fail } = table();
    const answers = Promise.allSettled(['a', 'b'].map((id) => writer.add(id, until)));
    await turn();
    await fail(0, refusal('CONNECTION_CLOSED'));

    expect(rows()).toHaveLength(1);
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
