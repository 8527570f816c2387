'use client';

import { notifyManager, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * The data of a query that another part of the screen sends. Does not create the query: data from
 * the server is not used at once for a query that exists, but fetched again.
 */
export function useCached<Key extends QueryKey>(queryKey: Key) {
  const client = useQueryClient();
  const subscribe = useCallback(
    (onChange: () => void) => client.getQueryCache().subscribe(notifyManager.batchCalls(onChange)),
    [client],
  );

  return useSyncExternalStore(
    subscribe,
    () => client.getQueryData(queryKey),
    () => undefined,
  );
}
