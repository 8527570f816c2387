'use client';

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { ErrorState } from '#app/_ui/error-state.tsx';
import { FilterTabs } from '#app/_ui/filter-tabs.tsx';
import { ForbiddenState } from '#app/_ui/forbidden-state.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { FirstFunnel, NoArchivedFunnels, NoCurrentFunnels } from './empty-states.tsx';
import { FunnelsSkeleton } from './funnels-skeleton.tsx';
import { FunnelsTable } from './funnels-table.tsx';
import { NewFunnelDialog } from './new-funnel-dialog.tsx';

const shows = ['current', 'archived'] as const;

export function FunnelsScreen() {
  const trpc = useTRPC();
  const canManage = useCan('admin');
  const [creating, setCreating] = useState(false);
  const [show, setShow] = useQueryState(
    'show',
    parseAsStringLiteral(shows).withDefault('current').withOptions({ history: 'push' }),
  );
  const list = useQuery(trpc.funnels.list.queryOptions({ archived: show === 'archived' }));
  const counts = list.data?.counts;
  const newFunnel = canManage && (
    <Button variant="primary" onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      New funnel
    </Button>
  );
  const none = counts?.current === 0 && counts.archived === 0;

  function content() {
    if (list.isPending) return <FunnelsSkeleton />;
    if (list.isError) {
      const { message, requestId } = readFailure(list.error);
      return (
        <ErrorState
          title="The funnels could not be loaded"
          cause={message}
          requestId={requestId}
          onRetry={list.refetch}
          retrying={list.isFetching}
        />
      );
    }
    if (none) return <FirstFunnel action={newFunnel} />;
    if (list.data.items.length > 0) return <FunnelsTable funnels={list.data.items} />;
    if (show === 'archived') return <NoArchivedFunnels onBack={() => setShow('current')} />;
    return <NoCurrentFunnels action={newFunnel} />;
  }

  return (
    <div className="grid max-w-300 gap-5">
      <PageHeader
        title="Funnels"
        meta="Paths of steps. A lead arrives at the step whose ID its sender uses."
        actions={!none && newFunnel}
      />
      {!canManage && (
        <ForbiddenState>
          You can read everything here. Funnels and steps are managed by the admins of this company.
        </ForbiddenState>
      )}
      {none ? (
        content()
      ) : (
        <FilterTabs
          label="Which funnels"
          value={show}
          onValueChange={setShow}
          tabs={[
            { value: 'current', label: 'Current', count: counts?.current },
            { value: 'archived', label: 'Archived', count: counts?.archived },
          ]}
        >
          {content()}
        </FilterTabs>
      )}
      {canManage && <NewFunnelDialog open={creating} onOpenChange={setCreating} />}
    </div>
  );
}
