'use client';

import { useQuery } from '@tanstack/react-query';
import { Rows4 } from 'lucide-react';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button, ButtonLink } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { ArchivedFunnelNote } from '#app/features/funnels/archiving.tsx';
import { FunnelTabs } from '#app/features/funnels/funnel-tabs.tsx';
import { FilterBar } from '#app/features/leads/filters/filter-bar.tsx';
import type { Filter } from '#app/features/leads/filters/filter-values.ts';
import { AddLeadDialog } from '#app/features/leads/lead/add-lead-dialog.tsx';
import { LeadSheet } from '#app/features/leads/lead/lead-sheet.tsx';
import {
  LiveStatus,
  SearchBox,
  searchHint,
  UnknownFilters,
  useSearch,
} from '#app/features/leads/list-bar.tsx';
import { useOwners } from '#app/features/leads/owners.tsx';
import { Totals, useTotals } from '#app/features/leads/totals.tsx';
import type { FunnelView } from '#server/panel-api/schemas/funnels.ts';
import { writeAddress } from '#server/panel-api/schemas/leads-address.ts';
import { listOfBoard } from './board-address.ts';
import { BoardColumns } from './board-columns.tsx';
import { useBoard, useBoardSettings } from './use-board.ts';
import { useBoardAddress } from './use-board-address.ts';
import { useMove } from './use-move.ts';

/** The page is that of one funnel, and its columns are the steps. */
const otherwiseShown: readonly Filter[] = ['funnel', 'step'];

export function BoardScreen({ funnelId }: { funnelId: string }) {
  const funnel = useQuery(useTRPC().funnels.get.queryOptions({ id: funnelId }));

  if (funnel.isPending) return <BoardSkeleton />;
  if (!funnel.data)
    return <QueryFailure headingLevel={1} query={funnel} title="This funnel could not be loaded" />;
  return <Loaded funnel={funnel.data} />;
}

function Loaded({ funnel }: { funnel: FunnelView }) {
  const isAgent = useCan('agent');
  const members = useQuery(useTRPC().members.list.queryOptions());
  const choices = useQuery(useTRPC().leads.filterChoices.queryOptions());
  const ownerOf = useOwners();
  const address = useBoardAddress(funnel.id, members.data);
  const search = useSearch();
  const { filter } = address;
  const loaded = useBoard({ funnelId: funnel.id, filter, search: search.searched });
  const totals = useTotals({
    filter: { ...filter, funnelIds: [funnel.id] },
    search: search.searched,
    view: 'leads',
  });
  const { shown, moved, move } = useMove(loaded);
  const { board, loadMore } = loaded;
  const { isPaused, togglePause } = usePause(JSON.stringify([filter, search.searched]));
  const takesLeads = funnel.archivedAt === null;
  const hasSteps = funnel.steps.some((step) => step.archivedAt === null);
  const isFiltered = filter !== undefined || search.searched !== undefined;
  const columns = (shown?.steps ?? []).map(({ id, items, nextCursor, ...total }) => ({
    ids: items.map((lead) => lead.id),
    total,
    loadMore: nextCursor === null ? undefined : () => loadMore(id, nextCursor),
  }));

  function clear() {
    address.clear();
    search.clear();
  }

  function content() {
    if (!hasSteps) return <NoSteps funnel={funnel} />;
    if (shown) {
      return (
        <div
          aria-busy={board.isPlaceholderData}
          className={cn(
            'flex min-h-0 grow flex-col transition-opacity',
            board.isPlaceholderData && 'opacity-60',
          )}
        >
          <BoardColumns
            funnelId={funnel.id}
            steps={shown.steps}
            canMove={isAgent && takesLeads}
            takesLeads={takesLeads}
            isFiltered={isFiltered}
            isPaused={isPaused}
            ownerOf={ownerOf}
            loadMore={loadMore}
            move={move}
            moved={moved}
          />
        </div>
      );
    }
    if (board.isPending) return <ColumnsSkeleton />;
    return <QueryFailure query={board} title="The board could not be loaded" />;
  }

  return (
    // As high as the window, without the header of the page and the space around the main part.
    <div className="flex h-[calc(100dvh-92px)] min-h-130 flex-col gap-3 sm:h-[calc(100dvh-100px)]">
      <PageHeader
        title={<bdi>{funnel.name}</bdi>}
        actions={
          hasSteps && (
            <>
              <LiveStatus isPaused={isPaused} isFailing={board.isError} onToggle={togglePause}>
                Live
              </LiveStatus>
              {takesLeads && <AddLeadDialog stepId={shown?.steps[0]?.id} />}
            </>
          )
        }
      />
      <FunnelTabs
        funnelId={funnel.id}
        current="board"
        canIntegrate={takesLeads && hasSteps}
        listQuery={writeAddress(listOfBoard(funnel.id, address.address))}
      />
      {funnel.archivedAt && <ArchivedFunnelNote funnel={funnel} />}
      {hasSteps && choices.isLoadingError && (
        <QueryFailure query={choices} title="The filters could not be loaded" />
      )}
      {hasSteps && choices.data && (
        <FilterBar
          address={address.address}
          choices={choices.data}
          without={otherwiseShown}
          onChange={address.set}
          onClear={isFiltered ? clear : undefined}
          search={
            <SearchBox
              search={search}
              label="Search leads of this funnel"
              placeholder={searchHint}
            />
          }
          total={<Totals isBoard totals={totals} choices={choices.data} onChange={address.set} />}
        >
          <Density />
        </FilterBar>
      )}
      <UnknownFilters names={address.unknown} />
      {content()}
      <LeadSheet lists={columns} />
    </div>
  );
}

function Density() {
  const [{ compact }, save] = useBoardSettings();

  return (
    <Button
      aria-pressed={compact}
      className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text"
      onClick={() => save({ compact: !compact })}
    >
      <Rows4 aria-hidden />
      Compact
    </Button>
  );
}

/** @param view what is shown: with another filter, the board is live again */
function usePause(view: string) {
  const [paused, setPaused] = useState<string>();
  const isPaused = paused === view;

  return { isPaused, togglePause: () => setPaused(isPaused ? undefined : view) };
}

function NoSteps({ funnel }: { funnel: FunnelView }) {
  const { company } = useSession();
  const canManage = useCan('admin');

  return (
    <EmptyState
      title="No steps yet"
      action={
        canManage &&
        !funnel.archivedAt && (
          <ButtonLink variant="primary" href={`/${company.slug}/funnels/${funnel.id}/steps`}>
            Add a step
          </ButtonLink>
        )
      }
    >
      Each step is a column of the board, and leads are sent to a step.
    </EmptyState>
  );
}

function BoardSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-6 w-56" />
      <ColumnsSkeleton />
    </div>
  );
}

function ColumnsSkeleton() {
  return (
    <Loading label="Loading the board" className="flex gap-3 overflow-hidden">
      {[4, 3, 2, 1].map((cards) => (
        <div
          key={cards}
          className="grid w-72 shrink-0 content-start gap-2 rounded-lg bg-surface-2 p-2"
        >
          <Skeleton className="my-1.5 w-28 bg-border" />
          {Array.from({ length: cards }, (_, card) => card).map((card) => (
            <Skeleton key={card} className="h-23 bg-surface" />
          ))}
        </div>
      ))}
    </Loading>
  );
}
