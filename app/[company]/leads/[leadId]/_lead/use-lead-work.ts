'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { useRefreshLeads } from '#app/[company]/_leads/use-refresh-leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

/** Returns a function for what was saved of a lead: shows it at once, and says so. */
export function useSaved() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const refreshLeads = useRefreshLeads();

  return (saved: LeadDetail, message: string) => {
    const { queryKey } = trpc.leads.get.queryOptions({ id: saved.id });
    queryClient.setQueryData(queryKey, saved);
    /* Also ends a request from before this change, whose answer would show the old value. */
    queryClient.invalidateQueries({ queryKey });
    refreshLeads();
    queryClient.invalidateQueries(trpc.leads.listOfPerson.pathFilter());
    announce(message);
  };
}
