'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readAgain } from '#app/_trpc/refresh-leads.ts';
import type { ToDoOwners } from '#db/values/leads.ts';

/** Milliseconds. */
const shortestWait = 1_000;

/**
 * How much there is to do. Changes are announced; where time alone makes one, everything is read again
 * at that time.
 */
export function useToDoCounts(whose: ToDoOwners) {
  const { toDo, toDoCounts } = useTRPC().leads;
  const queryClient = useQueryClient();
  const counts = useQuery(toDoCounts.queryOptions({ whose }));
  const { data, dataUpdatedAt } = counts;
  const changesAt = data && dataUpdatedAt + data.changesIn;

  useEffect(() => {
    if (changesAt === undefined) return undefined;
    const read = () => {
      const shown = [toDo.pathFilter(), toDoCounts.pathFilter()];
      const queries = shown.flatMap((filter) => queryClient.getQueryCache().findAll(filter));
      // A read that fails is repeated by the next change, or when the window gets the focus.
      for (const query of queries) readAgain({ queryClient, query }).catch(() => {});
    };
    const timer = setTimeout(read, Math.max(shortestWait, changesAt - Date.now() + 100));
    return () => clearTimeout(timer);
  }, [changesAt, queryClient, toDo, toDoCounts]);

  return counts;
}
