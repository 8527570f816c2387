'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Pencil, RefreshCw, Trash2, Users } from 'lucide-react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { IconButton } from '#app/_ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/_ui/menu.tsx';
import { showRetry, showUndo } from '#app/_ui/toaster.tsx';
import type { SavedView } from '#server/panel-api/schemas/lead-list.ts';

/** Mutations of views, which are read again after each. */
function useViewChanges() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const update = useMutation(trpc.views.update.mutationOptions());
  const create = useMutation(trpc.views.create.mutationOptions());
  const remove = useMutation(trpc.views.delete.mutationOptions());

  /** @param failure what was not done, as a sentence */
  async function run(change: () => Promise<unknown>, failure: string): Promise<void> {
    try {
      await change();
    } catch (error) {
      showRetry(`${failure} ${readFailure(error).message}`, () => void run(change, failure));
    }
    await queryClient.invalidateQueries(trpc.views.pathFilter());
  }

  return { update, create, remove, run };
}

/** Gives a view the filters that the list has now. */
export function UpdateView({ view, query }: { view: SavedView; query: string }) {
  const { update, run } = useViewChanges();
  const { id, name } = view;

  return (
    <Button
      size="sm"
      pending={update.isPending}
      onClick={() => run(() => update.mutateAsync({ id, query }), `${name} was not updated.`)}
    >
      <RefreshCw aria-hidden />
      <span>
        Update <bdi>{name}</bdi>
      </span>
    </Button>
  );
}

interface ViewMenuProps {
  view: SavedView;
  onRename: () => void;
  onDeleted: () => void;
}

export function ViewMenu({ view, onRename, onDeleted }: ViewMenuProps) {
  const { update, create, remove, run } = useViewChanges();
  const announce = useAnnounce();
  const mayShare = useCan('agent');
  const { id, name, query, isShared, isOwn } = view;
  const restored = { name, query, isShared: isShared && mayShare };
  const restore = () => run(() => create.mutateAsync(restored), `${name} was not restored.`);
  const share = () =>
    run(
      () => update.mutateAsync({ id, isShared: !isShared }),
      `${name} is ${isShared ? 'still' : 'not'} shared.`,
    );

  async function deleteView() {
    await remove.mutateAsync({ id });
    onDeleted();
    announce(`${name} was deleted`);
    if (isOwn) showUndo(`${name} was deleted`, () => void restore());
  }

  return (
    <Menu
      trigger={
        <IconButton size="sm" label={`Actions for the view ${name}`}>
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      {(mayShare || !isShared) && (
        <MenuItem icon={<Pencil aria-hidden />} onSelect={onRename}>
          Rename
        </MenuItem>
      )}
      {(mayShare || isShared) && (
        <MenuItem icon={<Users aria-hidden />} onSelect={share}>
          {isShared ? 'Stop sharing' : 'Share with the company'}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<Trash2 aria-hidden />}
        tone="danger"
        onSelect={() => run(deleteView, `${name} was not deleted.`)}
      >
        Delete
      </MenuItem>
    </Menu>
  );
}
