'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import type { DraftDialog } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { NameDialog } from '#app/features/funnels/name-dialog.tsx';
import { savedViewNameMax } from '#db/values/limits.ts';
import type { SavedView } from '#server/panel-api/schemas/lead-list.ts';

interface ViewDialogProps {
  /** About a view to rename, or nothing for a new one. */
  dialog: DraftDialog<{ view?: SavedView }>;
  /** What the list shows: the query of a new view. */
  query: string;
  /** Called with the id of a new view. */
  onCreated: (id: string) => void;
}

/** Saves what the list shows under a name, or renames a view. */
export function ViewDialog({ dialog, query, onCreated }: ViewDialogProps) {
  const view = dialog.about?.view;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const create = useMutation(trpc.views.create.mutationOptions());
  const update = useMutation(trpc.views.update.mutationOptions());

  async function save(name: string) {
    if (view) await update.mutateAsync({ id: view.id, name });
    else onCreated((await create.mutateAsync({ name, query, isShared: false })).id);
    await queryClient.invalidateQueries(trpc.views.pathFilter());
    announce(view ? `Renamed to ${name}` : `Saved as ${name}`);
    dialog.close();
  }

  return (
    <NameDialog
      dialog={dialog}
      title={view ? 'Rename view' : 'Save view'}
      submitLabel="Save"
      max={savedViewNameMax}
      initial={view?.name ?? ''}
      save={save}
    />
  );
}
