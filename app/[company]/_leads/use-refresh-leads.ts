'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';

/** Refetches all lists of leads and boards. Resolves when the open screens are current. */
export function useRefreshLeads() {
  const { leads } = useTRPC();
  const queryClient = useQueryClient();

  return async () => {
    const lists = [leads.list, leads.listAll, leads.board];
    await Promise.all(lists.map((list) => queryClient.invalidateQueries(list.pathFilter())));
  };
}
