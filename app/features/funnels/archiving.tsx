'use client';

import { useMutation } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { dismissToasts, showRetry, showUndo } from '#app/_ui/toaster.tsx';
import type { FunnelView, StepView } from '#server/panel-api/schemas/funnels.ts';
import { focusMainIfLost } from './reorder.ts';
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

interface ArchivedNoteProps {
  children: ReactNode;
  action?: ReactNode;
}

/** A notice that the funnel or step is archived. */
function ArchivedNote({ children, action }: ArchivedNoteProps) {
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

const effect = 'API calls to this step return 404 Funnel step not found.';

export function ArchivedStepNote({ step }: { step: StepView }) {
  const canManage = useCan('admin');
  const { restore, restoring } = useStepArchiving();

  if (step.funnel.archivedAt) {
    return <ArchivedNote>The funnel of this step is archived. {effect}</ArchivedNote>;
  }
  if (!step.archivedAt) return null;

  return (
    <ArchivedNote
      action={
        canManage && (
          <Button size="sm" pending={restoring !== undefined} onClick={() => restore(step)}>
            Restore
          </Button>
        )
      }
    >
      This step is archived. {effect}
    </ArchivedNote>
  );
}
