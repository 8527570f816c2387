'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';

/** Refetches all queries of funnels and steps. Resolves when the open screens are current. */
export function useRefreshFunnels() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();

  return async () => {
    await Promise.all([
      queryClient.invalidateQueries(trpc.funnels.pathFilter()),
      queryClient.invalidateQueries(trpc.steps.pathFilter()),
    ]);
  };
}
