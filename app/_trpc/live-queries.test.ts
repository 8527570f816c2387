import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readAgain } from './live-queries.tsx';

const failure = (code: string) => Object.assign(new Error(code), { data: { code } });

/** Reads again what a screen shows. The first read gives `first`, the second `second`. */
async function readTwice(first: unknown, second: unknown) {
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
