'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { dismissToasts, showRetry, showUndo } from '#app/_ui/toaster.tsx';
import { focusMainIfLost } from './focus.ts';
import { useRefreshFunnels } from './use-refresh-funnels.ts';

interface Item {
  id: string;
  name: string;
}
type Call = (input: { id: string }) => Promise<unknown>;

/** Archives and restores items, with announcements and toasts. */
export interface Archiving {
  archive: (item: Item) => Promise<void>;
  restore: (item: Item) => Promise<void>;
  /** The id of the item that is being restored. */
  restoring: string | undefined;
}

export function useFunnelArchiving(): Archiving {
  const trpc = useTRPC();
  const archive = useMutation(trpc.funnels.archive.mutationOptions());
  const restore = useMutation(trpc.funnels.restore.mutationOptions());
  const pair = usePair(archive.mutateAsync, restore.mutateAsync);

  return {
    ...pair,
    restoring: restore.isPending ? restore.variables.id : undefined,
  };
}

export function useStepArchiving(): Archiving {
  const trpc = useTRPC();
  const archive = useMutation(trpc.steps.archive.mutationOptions());
  const restore = useMutation(trpc.steps.restore.mutationOptions());
  const pair = usePair(archive.mutateAsync, restore.mutateAsync);

  return {
    ...pair,
    restoring: restore.isPending ? restore.variables.id : undefined,
  };
}

function usePair(callArchive: Call, callRestore: Call) {
  const refresh = useRefreshFunnels();
  const announce = useAnnounce();

  async function restore(item: Item) {
    try {
      await callRestore({ id: item.id });
    } catch (error) {
      showRetry(`${item.name} is still archived. ${readFailure(error).message}`, () =>
        restore(item),
      );
      return;
    }
    dismissToasts();
    await refresh();
    announce(`${item.name} restored`);
    focusMainIfLost();
  }

  async function archive(item: Item) {
    await callArchive({ id: item.id });
    await refresh();
    announce(`${item.name} archived`);
    showUndo(`Archived ${item.name}`, () => restore(item));
  }

  return { archive, restore };
}
