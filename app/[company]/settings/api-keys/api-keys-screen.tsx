'use client';

import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { LazyDialog, preloadOnHover } from '#app/_ui/lazy.tsx';
import { apiKeyFilters } from '#db/values/api-keys.ts';
import type { ApiKeyFilter, ApiKeyView } from '#server/api/schemas/api-keys.ts';
import { useTRPC } from '../../../_trpc/client.ts';
import { QueryFailure } from '../../../_trpc/query-failure.tsx';
import { useCan } from '../../../_trpc/session.tsx';
import { Button } from '../../../_ui/button.tsx';
import { count } from '../../../_ui/count.ts';
import { EmptyState } from '../../../_ui/empty-state.tsx';
import { FilterTabs } from '../../../_ui/filter-tabs.tsx';
import { ForbiddenState } from '../../../_ui/forbidden-state.tsx';
import { PageHeader } from '../../../_ui/page-header.tsx';
import { useAddress } from '../../../_ui/use-address.ts';
import { ConnectionFacts } from './connection-facts.tsx';
import { filterLabels, readFilter } from './filters.ts';
import { KeyTable } from './key-table.tsx';
import { KeysSkeleton } from './keys-skeleton.tsx';
import { keyDialogs } from './later-dialogs.ts';
import { useKeyActions } from './use-key-actions.ts';

export function ApiKeysScreen() {
  const mayManage = useCan('admin');
  const actions = useKeyActions();

  return (
    <div className="mx-auto grid max-w-[1200px] gap-5">
      <PageHeader
        title="API keys"
        meta="Keys let other systems send leads to this company."
        actions={
          mayManage && (
            <Button {...preloadOnHover(keyDialogs)} variant="primary" onClick={actions.create}>
              <Plus aria-hidden />
              Create API key
            </Button>
          )
        }
      />
      {!mayManage && (
        <ForbiddenState>
          You can look at the keys. Admins of this company create, change and deactivate them: ask
          one of them.
        </ForbiddenState>
      )}
      <ConnectionFacts />
      <Keys actions={actions} mayManage={mayManage} />
      <LazyDialog dialog={keyDialogs} open={actions.dialog !== undefined} onCancel={actions.close}>
        {(KeyDialogs) => (
          <KeyDialogs
            open={actions.dialog}
            onClose={actions.close}
            onIssued={actions.issued}
            onChanged={actions.changed}
            onDeactivated={actions.deactivated}
          />
        )}
      </LazyDialog>
    </div>
  );
}

interface KeysProps {
  actions: ReturnType<typeof useKeyActions>;
  mayManage: boolean;
}

function Keys({ actions, mayManage }: KeysProps) {
  const trpc = useTRPC();
  const [status, setStatus] = useAddress('status');
  const filter = readFilter(status);
  const setFilter = (next: ApiKeyFilter) => setStatus(next === 'all' ? '' : next);
  const keys = useQuery(
    trpc.apiKeys.list.queryOptions({ filter }, { placeholderData: keepPreviousData }),
  );
  const counts = keys.data?.counts;
  if (counts?.all === 0) return <NoKeys onCreate={mayManage ? actions.create : undefined} />;

  return (
    <FilterTabs
      label="Filter by status"
      value={filter}
      onValueChange={setFilter}
      tabs={apiKeyFilters.map((value) => ({
        value,
        label: filterLabels[value],
        count: counts?.[value],
      }))}
    >
      <KeyList
        keys={keys}
        filter={filter}
        newId={actions.newId}
        onAction={mayManage ? actions.act : undefined}
        onClearFilter={() => setFilter('all')}
      />
    </FilterTabs>
  );
}

interface KeyListProps {
  keys: Pick<
    UseQueryResult<{ items: ApiKeyView[]; counts: Record<ApiKeyFilter, number> }, unknown>,
    'data' | 'error' | 'isPending' | 'isFetching' | 'isPlaceholderData' | 'refetch'
  >;
  filter: ApiKeyFilter;
  newId: string | undefined;
  onAction: ReturnType<typeof useKeyActions>['act'] | undefined;
  onClearFilter: () => void;
}

function KeyList({ keys, filter, newId, onAction, onClearFilter }: KeyListProps) {
  if (keys.isPending) return <KeysSkeleton />;
  if (!keys.data) return <QueryFailure query={keys} title="The API keys could not be loaded" />;
  const { items, counts } = keys.data;
  if (items.length === 0) {
    return (
      <EmptyState
        title={`No ${filterLabels[filter].toLowerCase()} keys`}
        action={<Button onClick={onClearFilter}>Clear filters</Button>}
      >
        {`${count(counts.all, 'key')} in all.`}
      </EmptyState>
    );
  }
  return <KeyTable keys={items} newId={newId} onAction={onAction} stale={keys.isPlaceholderData} />;
}

function NoKeys({ onCreate }: { onCreate: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<KeyRound aria-hidden />}
      title="No API keys yet"
      action={
        onCreate && (
          <Button {...preloadOnHover(keyDialogs)} variant="primary" onClick={onCreate}>
            Create your first key
          </Button>
        )
      }
    >
      With a key, a website, an ad platform or an automation sends its leads here by one HTTP call.
    </EmptyState>
  );
}
