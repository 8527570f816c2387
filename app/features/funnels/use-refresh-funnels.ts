'use client';

import { useLiveQueries } from '#app/_trpc/live-queries.tsx';

/** Reads all funnels and steps again. Resolves when the open screens are current. */
export function useRefreshFunnels() {
  const { refresh } = useLiveQueries();

  return () => refresh({ funnels: 'all', steps: 'all' });
}
