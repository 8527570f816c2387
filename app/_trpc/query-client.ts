import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { readFailure } from './failure.ts';

/** Refusals that a second try cannot change. */
const final = new Set(['BAD_REQUEST', 'UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT']);

/** @param onSignedOut called when an answer says that there is no session any more */
export function makeQueryClient(onSignedOut?: () => void): QueryClient {
  const onError = (error: unknown) => {
    if (readFailure(error).code === 'UNAUTHORIZED') onSignedOut?.();
  };

  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        /** What the server has just rendered is not asked for again at once. */
        staleTime: 5_000,
        retry: (count, error) => count < 1 && !final.has(readFailure(error).code ?? ''),
        retryDelay: 500,
      },
      /** Offline, a mutation fails at once and says so, rather than wait unseen. */
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
