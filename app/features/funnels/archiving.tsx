'use client';

import { useMutation } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { focusIfLost, mainContent } from '#app/_ui/focus.ts';
import { dismissToasts, showRetry, showUndo } from '#app/_ui/toaster.tsx';
import type { FunnelView } from '#server/panel-api/schemas/funnels.ts';
import { useRefreshFunnels } from './use-refresh-funnels.ts';

interface Item {
  id: string;
  name: string;
}

export interface Restoring {
  /** With an announcement. */
  restore: (item: Item) => Promise<void>;
  /** The id of the item that is being restored. */
  restoring: string | undefined;
}

/** Archives and restores funnels, with announcements and toasts. */
interface Archiving extends Restoring {
  archive: (item: Item) => Promise<void>;
}

export function useFunnelArchiving(): Archiving {
  const trpc = useTRPC();
  const call = useMutation(trpc.funnels.archive.mutationOptions());
  const calledRestore = useMutation(trpc.funnels.restore.mutationOptions());
  const restore = useRestore(calledRestore.mutateAsync);
  const refresh = useRefreshFunnels();
  const announce = useAnnounce();

  async function archive(item: Item) {
    await call.mutateAsync({ id: item.id });
    await refresh();
    announce(`${item.name} archived`);
    showUndo(`Archived ${item.name}`, () => restore(item));
  }

  return { archive, restore, restoring: idOf(calledRestore) };
}

export const idOf = (call: { isPending: boolean; variables: { id: string } | undefined }) =>
  call.isPending ? call.variables?.id : undefined;

export function useRestore(call: (input: { id: string }) => Promise<unknown>) {
  const refresh = useRefreshFunnels();
  const announce = useAnnounce();

  return async function restore(item: Item): Promise<void> {
    try {
      await call({ id: item.id });
    } catch (error) {
      showRetry(`${item.name} is still archived. ${readFailure(error).message}`, () =>
        restore(item),
      );
      return;
    }
    dismissToasts();
    await refresh();
    announce(`${item.name} restored`);
    focusIfLost();
  };
}

/** Where the focus goes when a dialog closes: after archiving, the row with the menu that opened it is gone. */
export function useFocusAfterArchiving() {
  const isArchived = useRef(false);

  return {
    markArchived: () => {
      isArchived.current = true;
    },
    finalFocus: () => {
      const isGone = isArchived.current;
      isArchived.current = false;

      return isGone ? mainContent() : true;
    },
  };
}

interface ArchivedNoteProps {
  children: ReactNode;
  action?: ReactNode;
}

/** A notice that the funnel or step is archived. */
export function ArchivedNote({ children, action }: ArchivedNoteProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
      <Archive aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 grow basis-60 text-sm">{children}</p>
      {action}
    </div>
  );
}

export function ArchivedFunnelNote({ funnel }: { funnel: FunnelView }) {
  const canManage = useCan('admin');
  const { restore, restoring } = useFunnelArchiving();

  return (
    <ArchivedNote
      action={
        canManage && (
          <Button size="sm" pending={restoring !== undefined} onClick={() => restore(funnel)}>
            Restore
          </Button>
        )
      }
    >
      This funnel is archived. API calls to its steps return 404 Funnel step not found.
    </ArchivedNote>
  );
}
