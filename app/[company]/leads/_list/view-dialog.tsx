'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { NameDialog } from '#app/[company]/funnels/_parts/name-dialog.tsx';
import { savedViewNameMax } from '#db/values/limits.ts';
import type { SavedView } from '#server/panel-api/schemas/lead-list.ts';

export interface ViewDialogState {
  open: boolean;
  /** Absent for a new view. */
  view?: SavedView | undefined;
}

interface ViewDialogProps {
  state: ViewDialogState;
  /** What the list shows: the query of a new view. */
  query: string;
  onClose: () => void;
}

/** Saves what the list shows under a name, or renames a view. */
export function ViewDialog({ state: { open, view }, query, onClose }: ViewDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const create = useMutation(trpc.views.create.mutationOptions());
  const update = useMutation(trpc.views.update.mutationOptions());

  async function save(name: string) {
    if (view) await update.mutateAsync({ id: view.id, name });
    else await create.mutateAsync({ name, query, isShared: false });
    await queryClient.invalidateQueries(trpc.views.pathFilter());
    announce(view ? `Renamed to ${name}` : `Saved as ${name}`);
    onClose();
  }

  return (
    <NameDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={view ? 'Rename view' : 'Save view'}
      submitLabel="Save"
      keepAs="lead view"
      max={savedViewNameMax}
      initial={view?.name ?? ''}
      save={save}
    />
  );
}
