'use client';

import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { ExternalLink, Plus } from 'lucide-react';
import Link from 'next/link';
import type { ComponentProps, ReactNode } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useAddress, useCreateCommand, useOrigin } from '#app/_ui/address.ts';
import { Button } from '#app/_ui/button.tsx';
import { CopyButton } from '#app/_ui/copy-button.tsx';
import { FilterTabs } from '#app/_ui/filter-tabs.tsx';
import { count } from '#app/_ui/format.ts';
import { ListBar, NothingFound, useListTools } from '#app/_ui/list-tools.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Skeleton, SkeletonTable } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import { apiKeyFilters } from '#db/values/api-keys.ts';
import type { ApiKeyFilter, ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import { filterLabels, readFilter } from './key-labels.ts';
import { LazyKeyDialogs, useKeyActions } from './key-menu.tsx';
import { isKeyMatch, KeyTable, keyOrders } from './key-table.tsx';

export function ApiKeysScreen() {
  const canManage = useCan('admin');
  const actions = useKeyActions();
  useCreateCommand(() => canManage && actions.create());

  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <PageHeader
        title="API keys"
        meta="Keys let other systems send leads to this company."
        actions={
          canManage && (
            <Button variant="primary" onClick={actions.create}>
              <Plus aria-hidden />
              Create API key
            </Button>
          )
        }
      />
      {!canManage && (
        <ForbiddenState>
          You can view API keys. Only admins of this company can create, change or deactivate them.
        </ForbiddenState>
      )}
      <ConnectionFacts />
      <Keys actions={actions} canManage={canManage} />
      <LazyKeyDialogs actions={actions} onDeleted={actions.changed} />
    </div>
  );
}

interface KeysProps {
  actions: ReturnType<typeof useKeyActions>;
  canManage: boolean;
}

function Keys({ actions, canManage }: KeysProps) {
  const trpc = useTRPC();
  const [status, setStatus] = useAddress('status');
  const filter = readFilter(status);
  const setFilter = (next: ApiKeyFilter) => setStatus(next === 'all' ? '' : next);
  const keys = useQuery(
    trpc.apiKeys.list.queryOptions({ filter }, { placeholderData: keepPreviousData }),
  );
  const counts = keys.data?.counts;
  if (counts?.all === 0) return <NoKeys onCreate={canManage ? actions.create : undefined} />;

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
        onAction={canManage ? actions.act : undefined}
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
        {`${count(counts.all, 'key')} in total.`}
      </EmptyState>
    );
  }
  return (
    <KeysFound keys={items} newId={newId} onAction={onAction} stale={keys.isPlaceholderData} />
  );
}

type KeysFoundProps = Omit<ComponentProps<typeof KeyTable>, 'tools'>;

/** A new key is shown whatever is searched for. */
function KeysFound({ keys, newId, ...rest }: KeysFoundProps) {
  const tools = useListTools(
    keys,
    keyOrders,
    (key, search) => key.id === newId || isKeyMatch(key, search),
  );

  return (
    <>
      <ListBar
        tools={tools}
        noun="API keys"
        placeholder="Name or start of the key"
        found={tools.items.length}
        total={keys.length}
      />
      {tools.items.length > 0 ? (
        <KeyTable {...rest} keys={tools.items} newId={newId} tools={tools} />
      ) : (
        <NothingFound noun="key" search={tools.search} onClear={() => tools.setSearch('')} />
      )}
    </>
  );
}

function NoKeys({ onCreate }: { onCreate: (() => void) | undefined }) {
  return (
    <EmptyState
      drawing="keys"
      title="No API keys yet"
      action={
        onCreate && (
          <Button variant="primary" onClick={onCreate}>
            Create your first key
          </Button>
        )
      }
    >
      Websites, ad platforms and automations use an API key to send leads with one HTTP call.
    </EmptyState>
  );
}

/** What an integrator needs in addition to a key. */
function ConnectionFacts() {
  const origin = useOrigin();
  const { company } = useSession();
  const baseUrl = origin && `${origin}/api`;
  const isAdmin = useCan('admin');

  return (
    <div className="rounded-md border border-border bg-surface px-4 py-3">
      <dl className="grid gap-x-8 gap-y-1 sm:grid-cols-[minmax(0,auto)_auto_auto] sm:justify-start lg:grid-cols-[minmax(0,auto)_auto_auto_auto_auto]">
        <Fact term="Base URL">
          <code className="min-w-0 truncate font-mono text-sm">{baseUrl || ' '}</code>
          <CopyButton value={baseUrl} label="Copy base URL" iconOnly size="sm" variant="ghost" />
        </Fact>
        <Fact term="Header">
          <code className="font-mono text-sm">X-API-Key</code>
          <CopyButton
            value="X-API-Key"
            label="Copy header name"
            iconOnly
            size="sm"
            variant="ghost"
          />
        </Fact>
        <Fact term="Reference">
          <a
            href="/api/openapi.json"
            target="_blank"
            rel="noreferrer"
            className="inline-flex items-center gap-1 text-primary-text underline underline-offset-2 coarse:py-3"
          >
            OpenAPI document
            <ExternalLink aria-hidden className="size-3.5" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </Fact>
        {isAdmin && (
          <Fact term="Test">
            <Link
              href={`/${company.slug}/settings/self-test`}
              className="text-primary-text underline underline-offset-2 coarse:py-3"
            >
              Self-test
            </Link>
          </Fact>
        )}
        <Fact term="Code and test">
          <Link
            href={`/${company.slug}/integrate`}
            className="text-primary-text underline underline-offset-2 coarse:py-3"
          >
            Integrate
          </Link>
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0 max-sm:grid max-sm:grid-cols-[6rem_minmax(0,1fr)] max-sm:items-center">
      <dt className="text-fg-muted text-sm">{term}</dt>
      <dd className="flex min-h-control-sm min-w-0 items-center gap-1">{children}</dd>
    </div>
  );
}

function KeysSkeleton() {
  return (
    <SkeletonTable
      label="Loading API keys"
      rows={5}
      className="h-35 md:grid-cols-[2fr_1.2fr_1fr_1fr_1fr_1fr]"
    >
      <Skeleton className="w-40 max-w-full" />
      <Skeleton className="w-28 max-w-full" />
      <Skeleton className="w-20 max-w-full" />
      <Skeleton className="hidden w-16 md:block" />
      <Skeleton className="hidden w-20 md:block" />
      <Skeleton className="hidden w-20 md:block" />
    </SkeletonTable>
  );
}
