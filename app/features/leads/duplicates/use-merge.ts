'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { showDone, showUndo } from '#app/_ui/toaster.tsx';
import { useRefreshFunnels } from '#app/features/funnels/use-refresh-funnels.ts';
import { useRefreshLeads } from '#app/features/leads/use-change-leads.ts';

interface Pair {
  keptId: string;
  mergedId: string;
}

/** Merges leads, takes them apart, and says what is no duplicate. Each can be undone. */
export function useMerge() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const [refreshLeads, refreshFunnels] = [useRefreshLeads(), useRefreshFunnels()];
  const merging = useMutation(trpc.leads.merge.mutationOptions());
  const parting = useMutation(trpc.leads.unmerge.mutationOptions());
  const marking = useMutation(trpc.leads.markDistinct.mutationOptions());

  async function refresh(): Promise<void> {
    void queryClient.invalidateQueries(trpc.leads.get.pathFilter());
    void queryClient.invalidateQueries(trpc.leads.duplicates.pathFilter());
    void refreshFunnels();
    await refreshLeads();
  }

  /** Says why when it is refused. */
  async function takeApart(pair: Pair): Promise<boolean> {
    try {
      await parting.mutateAsync(pair);
      announce('Taken apart');
      return true;
    } catch (error) {
      showDone(`Not taken apart. ${readFailure(error).message}`);
      return false;
    } finally {
      await refresh();
    }
  }

  /**
   * @param name of the kept lead
   * @returns whether it was done, once the screens are current; else `error` says why not
   */
  async function merge(pair: Pair & { version: string }, name: string): Promise<boolean> {
    const { keptId, mergedId } = pair;
    const done = await merging.mutateAsync(pair).catch(() => undefined);
    if (!done) return false;
    announce(`Merged into ${name}`);
    showUndo(`Merged into ${name}`, () => void takeApart({ keptId, mergedId }));
    await refresh();
    return true;
  }

  async function markDistinct(id: string, otherId: string, isDistinct: boolean): Promise<void> {
    const text = isDistinct ? 'Marked as no duplicate' : 'A possible duplicate again';
    try {
      await marking.mutateAsync({ id, otherId, isDistinct });
      announce(text);
      showUndo(text, () => void markDistinct(id, otherId, !isDistinct));
    } catch (error) {
      showDone(`Not changed. ${readFailure(error).message}`);
    }
    await refresh();
  }

  return {
    merge,
    takeApart,
    markDistinct,
    isParting: parting.isPending,
    isMarking: marking.isPending,
    error: merging.error && readFailure(merging.error).message,
  };
}
