'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Bookmark, Ellipsis, Pencil, RefreshCw, Trash2, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button, IconButton } from '#app/_ui/button.tsx';
import { late } from '#app/_ui/late.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/_ui/menu.tsx';
import { showRetry, showUndo } from '#app/_ui/toaster.tsx';
import { me, noOwner } from '#db/values/leads.ts';
import type { SavedView } from '#server/panel-api/schemas/lead-list.ts';
import {
  emptyAddress,
  type LeadsAddress,
  readAddress,
  writeAddress,
  writeShown,
} from '#server/panel-api/schemas/leads-address.ts';

const ViewDialog = late(async () => (await import('./view-dialog.tsx')).ViewDialog);

const viewOf = (shown: Partial<LeadsAddress>) => writeAddress({ ...emptyAddress, ...shown });

/** Always there: before the saved views, and after them. */
const fixed = {
  before: [
    { name: 'All leads', query: '' },
    { name: 'Mine', query: viewOf({ owner: [me] }) },
    { name: 'Unassigned', query: viewOf({ owner: [noOwner] }) },
    { name: 'Due', query: viewOf({ followUp: ['overdue', 'today'], sort: 'followUp' }) },
  ],
  after: [
    { name: 'Tests', query: viewOf({ view: 'tests' }) },
    { name: 'Deleted', query: viewOf({ view: 'deleted' }) },
  ],
};
const fixedQueries = new Set([...fixed.before, ...fixed.after].map(({ query }) => query));

interface ViewsBarProps {
  address: LeadsAddress;
  onChange: (address: LeadsAddress) => void;
}

/** The views of the list: those that are always there, saved ones, and a button that saves another. */
export function ViewsBar({ address, onChange }: ViewsBarProps) {
  const views = useQuery(useTRPC().views.list.queryOptions());
  const dialog = useDraftDialog<{ view?: SavedView }>('view');
  const query = writeShown(address);
  const saved = views.data ?? [];
  const last = saved.find(({ id }) => id === address.saved);
  const same = saved.filter((view) => view.query === query);
  const current = same.find((view) => view === last) ?? same[0];
  const isKnown = current !== undefined || fixedQueries.has(query);
  const show = (to: string, id = '') =>
    onChange({ ...readAddress(new URLSearchParams(to)), saved: id });
  const fixedLink = (view: { name: string; query: string }) => (
    <ViewLink
      key={view.query}
      name={view.name}
      isCurrent={view.query === query}
      onShow={() => show(view.query)}
    />
  );

  return (
    <div className="relative flex min-w-0 items-center gap-x-3 gap-y-2 border-border border-b max-sm:overflow-x-auto sm:flex-wrap">
      <nav aria-label="Views" className="-mb-px min-w-0 max-sm:shrink-0 sm:overflow-x-auto">
        <ul className="flex gap-1">
          {fixed.before.map(fixedLink)}
          {saved.map((view) => (
            <ViewLink
              key={view.id}
              name={view.name}
              icon={view.isShared && <Users aria-label="Shared" className="size-3.5" />}
              isCurrent={view === current}
              onShow={() => show(view.query, view.id)}
            />
          ))}
          {fixed.after.map(fixedLink)}
        </ul>
      </nav>
      <div className="ml-auto flex shrink-0 items-center gap-2 sm:pb-1">
        {current?.mayChange && (
          <ViewMenu
            view={current}
            onRename={() => dialog.show({ view: current })}
            onDeleted={() => onChange(emptyAddress)}
          />
        )}
        {!isKnown && last?.mayChange && <UpdateView view={last} query={query} />}
        {!isKnown && (
          <Button size="sm" onClick={() => dialog.show({})}>
            <Bookmark aria-hidden />
            Save view
          </Button>
        )}
      </div>
      {dialog.about && (
        <ViewDialog
          dialog={dialog}
          query={query}
          onCreated={(id) => onChange({ ...address, saved: id })}
        />
      )}
    </div>
  );
}

interface ViewLinkProps {
  name: string;
  icon?: ReactNode;
  isCurrent: boolean;
  onShow: () => void;
}

function ViewLink({ name, icon, isCurrent, onShow }: ViewLinkProps) {
  return (
    <li className="shrink-0">
      <button
        type="button"
        aria-current={isCurrent || undefined}
        onClick={onShow}
        className="flex h-control max-w-60 items-center gap-1.5 border-transparent border-b-2 px-2.5 font-medium text-fg-muted hover:text-fg focus-visible:-outline-offset-2 aria-[current]:border-primary aria-[current]:text-fg"
      >
        <bdi className="truncate">{name}</bdi>
        {icon}
      </button>
    </li>
  );
}

/** Mutations of views, which are read again after each. */
function useViewChanges() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const update = useMutation(trpc.views.update.mutationOptions());
  const create = useMutation(trpc.views.create.mutationOptions());
  const remove = useMutation(trpc.views.delete.mutationOptions());

  /**
   * @param failure what was not done, as a sentence
   * @param onShown called when the change is done and the views show it
   */
  async function run(
    change: () => Promise<unknown>,
    failure: string,
    onShown?: () => void,
  ): Promise<void> {
    const retry = () => void run(change, failure, onShown);
    const isDone = await change().then(
      () => true,
      (error) => {
        showRetry(`${failure} ${readFailure(error).message}`, retry);
        return false;
      },
    );
    await queryClient.invalidateQueries(trpc.views.pathFilter());
    if (isDone) onShown?.();
  }

  return { update, create, remove, run };
}

/** Gives a view the filters that the list has now. */
function UpdateView({ view, query }: { view: SavedView; query: string }) {
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

function ViewMenu({ view, onRename, onDeleted }: ViewMenuProps) {
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
  }

  function sayDeleted() {
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
        onSelect={() => run(deleteView, `${name} was not deleted.`, sayDeleted)}
      >
        Delete
      </MenuItem>
    </Menu>
  );
}
