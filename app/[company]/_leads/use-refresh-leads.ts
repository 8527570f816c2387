'use client';

import { useLiveQueries } from '#app/_trpc/live-queries.tsx';

/** Reads all lists of leads and boards again. Resolves when the open screens are current. */
export function useRefreshLeads() {
  const { refreshLists } = useLiveQueries();

  return () => refreshLists({ leads: 'all', steps: 'all' });
}
