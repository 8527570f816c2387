import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { readAgain, refreshList } from './refresh-leads.ts';

const failure = (code: string) => Object.assign(new Error(code), { data: { code } });

/** Reads again what a screen shows, or showed. The first read gives `first`, the second `second`. */
async function readTwice(first: unknown, second: unknown, isShown = true) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers = [first, second];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['key'],
    queryFn: () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  });
  observer.subscribe(() => {});
  await observer.refetch();
  if (!isShown) {
    await observer.refetch();
    observer.destroy();
  }
  return readAgain({ queryClient, query: observer.getCurrentQuery() as never });
}

it('fails when what is shown could not be read again, so that it is tried again', async () => {
  const internal = failure('INTERNAL_SERVER_ERROR');
  await expect(readTwice('shown', internal)).rejects.toBe(internal);
});

it.each([
  ['it was read', 'shown', 'new'],
  ['another try would fail as well', 'shown', failure('NOT_FOUND')],
  ['the screen says that nothing could be read', failure('TIMEOUT'), failure('TIMEOUT')],
])('does not fail when %s', async (_, first, second) => {
  await expect(readTwice(first, second)).resolves.toBeUndefined();
});

it('does not fail for a screen that is not open any more', async () => {
  await expect(readTwice('shown', failure('TIMEOUT'), false)).resolves.toBeUndefined();
});

describe('a list that is read again while its next page is read', () => {
  async function showFirstPage() {
    const queryClient = new QueryClient();
    let version = 'old';
    const observer = new InfiniteQueryObserver(queryClient, {
      queryKey: ['list'],
      queryFn: async ({ pageParam }) => `${version} page ${pageParam}`,
      initialPageParam: 1,
      getNextPageParam: (_, pages) => pages.length + 1,
    });
    observer.subscribe(() => {});
    await observer.refetch();
    version = 'new';
    return {
      readNextPage: () => observer.fetchNextPage(),
      readAgain: () => readAgain({ queryClient, query: observer.getCurrentQuery() as never }),
      pages: () => observer.getCurrentResult().data?.pages,
    };
  }

  it('shows the page that was asked for before the change', async () => {
    const list = await showFirstPage();
    await Promise.all([list.readNextPage(), list.readAgain()]);
    expect(list.pages()).toEqual(['new page 1', 'new page 2']);
  });

  it('shows the change that came before the page was asked for', async () => {
    const list = await showFirstPage();
    await Promise.all([list.readAgain(), list.readNextPage()]);
    expect(list.pages()).toEqual(['new page 1', 'new page 2']);
  });
});

describe('refreshList', () => {
  interface Lead {
    id: string;
    createdAt: string;
  }
  const lead = (id: string, seconds = 0): Lead => ({
    id,
    createdAt: `2026-01-01T00:00:0${seconds}.000Z`,
  });

  /** Shows a list of which more can be loaded, and answers questions for named leads. */
  function showList(items: Lead[], path: string, input: object) {
    const queryClient = new QueryClient();
    const queryKey = ['list'];
    const show = (shown: Lead[]) =>
      queryClient.setQueryData(queryKey, {
        pages: [{ items: shown, nextCursor: 'next' }],
        pageParams: [null],
      });
    show(items);
    const observer = new InfiniteQueryObserver(queryClient, {
      queryKey,
      queryFn: () => Promise.reject(new Error('it is not read as a whole')),
      initialPageParam: null,
      getNextPageParam: () => null,
      staleTime: Number.POSITIVE_INFINITY,
    });
    observer.subscribe(() => {});
    const refresh = (found: Lead[], meanwhile = () => {}) => {
      const query = async () => {
        meanwhile();
        return { items: found, nextCursor: null };
      };
      const client = { leads: { list: { query }, listAll: { query } } };
      const place = { client, queryClient, query: observer.getCurrentQuery(), path, input };
      return refreshList(place as never, { leads: found.map(({ id }) => id), steps: ['s'] });
    };
    const ids = () =>
      observer.getCurrentResult().data?.pages.flatMap((page) => {
        const shown = page as { items: Lead[] };
        return shown.items.map(({ id }) => id);
      });
    return { show, refresh, ids };
  }

  it('counts a lead that arrived, also when another read has brought it meanwhile', async () => {
    const list = showList([lead('b'), lead('a')], 'leads.list', { stepId: 's' });
    const meanwhile = () => list.show([lead('c'), lead('b'), lead('a')]);
    expect(await list.refresh([lead('c')], meanwhile)).toBe(1);
  });

  it('shows a lead that arrived after others that were sent at once', async () => {
    const list = showList([lead('b', 1), lead('a', 2)], 'leads.listAll', {});
    expect(await list.refresh([lead('c', 3)])).toBe(1);
    expect(list.ids()).toEqual(['c', 'b', 'a']);
  });

  it.each([
    ['with its request in the list of all leads', 'leads.listAll', {}, ['c', 'b', 'a']],
    ['first in the list of a step', 'leads.list', { stepId: 's' }, ['b', 'c', 'a']],
  ])('shows a lead that was sent again from the intake log %s', async (_, path, input, after) => {
    const list = showList([lead('c', 2), lead('a', 1)], path, input);
    await list.refresh([lead('b', 3)]);
    expect(list.ids()).toEqual(after);
  });

  it('leaves it to the end of a list that begins with the oldest', async () => {
    const list = showList([lead('a', 2), lead('b', 1)], 'leads.listAll', { sort: 'oldest' });
    await list.refresh([lead('c', 3)]);
    expect(list.ids()).toEqual(['a', 'b']);
  });
});
