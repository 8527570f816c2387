'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
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
      void queryClient.invalidateQueries(toDo.pathFilter());
      void queryClient.invalidateQueries(toDoCounts.pathFilter());
    };
    const timer = setTimeout(read, Math.max(shortestWait, changesAt - Date.now() + 100));
    return () => clearTimeout(timer);
  }, [changesAt, queryClient, toDo, toDoCounts]);

  return counts;
}
