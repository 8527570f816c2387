'use client';

import { useQuery } from '@tanstack/react-query';
import { Bookmark, Users } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { Button } from '#app/_ui/button.tsx';
import { late } from '#app/_ui/late.tsx';
import type { SavedView } from '#server/panel-api/schemas/lead-list.ts';
import {
  emptyAddress,
  type LeadsAddress,
  readAddress,
  writeAddress,
} from '#server/panel-api/schemas/leads-address.ts';
import { UpdateView, ViewMenu } from './view-actions.tsx';

const ViewDialog = late(async () => (await import('./view-dialog.tsx')).ViewDialog);

/** Always there. */
const fixed = [
  { name: 'All leads', query: '' },
  { name: 'Tests', query: 'view=tests' },
  { name: 'Deleted', query: 'view=deleted' },
] as const;

interface ViewsBarProps {
  address: LeadsAddress;
  onChange: (address: LeadsAddress) => void;
}

/** The views of the list: those that are always there, saved ones, and a button that saves another. */
export function ViewsBar({ address, onChange }: ViewsBarProps) {
  const views = useQuery(useTRPC().views.list.queryOptions());
  const dialog = useDraftDialog<{ view?: SavedView }>('view');
  const [lastId, setLastId] = useState<string>();
  const query = writeAddress(address);
  const saved = views.data ?? [];
  const current = saved.find((view) => view.query === query);
  // Also a view that the address shows from the beginning.
  if (current && current.id !== lastId) setLastId(current.id);
  const isKnown = current !== undefined || fixed.some((view) => view.query === query);
  const last = saved.find(({ id, mayChange }) => id === lastId && mayChange);
  const show = (to: string) => onChange(readAddress(new URLSearchParams(to)));

  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-border border-b">
      <nav aria-label="Views" className="-mb-px min-w-0 overflow-x-auto">
        <ul className="flex gap-1">
          <ViewLink name="All leads" isCurrent={query === ''} onShow={() => show('')} />
          {saved.map((view) => (
            <ViewLink
              key={view.id}
              name={view.name}
              icon={view.isShared && <Users aria-label="Shared" className="size-3.5" />}
              isCurrent={view === current}
              onShow={() => show(view.query)}
            />
          ))}
          {fixed.slice(1).map((view) => (
            <ViewLink
              key={view.query}
              name={view.name}
              isCurrent={view.query === query}
              onShow={() => show(view.query)}
            />
          ))}
        </ul>
      </nav>
      <div className="ml-auto flex items-center gap-2 pb-1">
        {current?.mayChange && (
          <ViewMenu
            view={current}
            onRename={() => dialog.show({ view: current })}
            onDeleted={() => onChange(emptyAddress)}
          />
        )}
        {!isKnown && last && <UpdateView view={last} query={query} />}
        {!isKnown && (
          <Button size="sm" variant="primary" onClick={() => dialog.show({})}>
            <Bookmark aria-hidden />
            Save view
          </Button>
        )}
      </div>
      {dialog.about && <ViewDialog dialog={dialog} query={query} />}
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
