'use client';

import { useQuery } from '@tanstack/react-query';
import { Archive, Filter, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan } from '#app/_trpc/session.tsx';
import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { useAddress, useCreateCommand } from '#app/_ui/address.ts';
import { Button } from '#app/_ui/button.tsx';
import { FilterTabs } from '#app/_ui/filter-tabs.tsx';
import { late } from '#app/_ui/late.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton, SkeletonRows } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import type { FunnelRow } from '#server/panel-api/schemas/funnels.ts';
import { FunnelsTable } from './funnels-table.tsx';

const NewFunnelDialog = late(async () => (await import('./new-funnel-dialog.tsx')).NewFunnelDialog);

type Show = 'current' | 'archived';

export function FunnelsScreen() {
  const canManage = useCan('admin');
  const dialog = useDraftDialog<true>('new funnel');
  useCreateCommand(() => canManage && dialog.show(true));
  const [address, setAddress] = useAddress('show', 'push');
  const show = address === 'archived' ? 'archived' : 'current';
  const setShow = (next: Show) => setAddress(next === 'archived' ? next : '');
  const list = useQuery(useTRPC().funnels.list.queryOptions({ archived: show === 'archived' }));
  const counts = list.data?.counts;
  const none = counts?.current === 0 && counts.archived === 0;
  const newFunnel = canManage && (
    <Button variant="primary" onClick={() => dialog.show(true)}>
      <Plus aria-hidden />
      New funnel
    </Button>
  );

  return (
    <div className="grid max-w-400 gap-5">
      <PageHeader
        title="Funnels"
        meta="A funnel is a sequence of steps. Each step has an ID that leads are sent to."
        actions={!none && newFunnel}
      />
      {!canManage && (
        <ForbiddenState>
          You can view funnels and steps. Only admins of this company can change them.
        </ForbiddenState>
      )}
      {none ? (
        <FirstFunnel action={newFunnel} />
      ) : (
        <FilterTabs
          label="Filter by state"
          value={show}
          onValueChange={setShow}
          tabs={[
            { value: 'current', label: 'Current', count: counts?.current },
            { value: 'archived', label: 'Archived', count: counts?.archived },
          ]}
        >
          <FunnelList
            list={list}
            empty={
              show === 'archived' ? (
                <NoArchivedFunnels onBack={() => setShow('current')} />
              ) : (
                <NoCurrentFunnels action={newFunnel} />
              )
            }
          />
        </FilterTabs>
      )}
      {dialog.about && <NewFunnelDialog dialog={dialog} />}
    </div>
  );
}

interface FunnelListProps {
  list: {
    data: { items: FunnelRow[] } | undefined;
    error: unknown;
    isPending: boolean;
    isFetching: boolean;
    refetch: () => unknown;
  };
  empty: ReactNode;
}

function FunnelList({ list, empty }: FunnelListProps) {
  if (list.isPending) return <FunnelsSkeleton />;
  if (!list.data) return <QueryFailure query={list} title="The funnels could not be loaded" />;

  return list.data.items.length > 0 ? <FunnelsTable funnels={list.data.items} /> : empty;
}

function FirstFunnel({ action }: { action: ReactNode }) {
  return (
    <EmptyState drawing="board" title="No funnels yet" action={action}>
      A funnel is a sequence of steps. Forms, ads and scripts send leads to the ID of a step.
    </EmptyState>
  );
}

function NoCurrentFunnels({ action }: { action: ReactNode }) {
  return (
    <EmptyState icon={<Filter aria-hidden />} title="All funnels are archived" action={action}>
      Restore a funnel or create a new one to receive leads.
    </EmptyState>
  );
}

function NoArchivedFunnels({ onBack }: { onBack: () => void }) {
  return (
    <EmptyState
      icon={<Archive aria-hidden />}
      title="No archived funnels"
      action={<Button onClick={onBack}>Show current funnels</Button>}
    />
  );
}

function FunnelsSkeleton() {
  return (
    <Loading label="Loading funnels">
      <SkeletonRows rows={4} className="h-14">
        <Skeleton className="w-48" />
        <Skeleton className="ml-auto hidden w-10 md:block" />
        <Skeleton className="hidden w-14 md:block" />
        <Skeleton className="hidden w-24 md:block" />
        <Skeleton className="w-16" />
      </SkeletonRows>
    </Loading>
  );
}
