'use client';

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { CircleCheck, Download, SearchX, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { MorePages, QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useShown } from '#app/_ui/address.ts';
import { Button, ButtonLink, buttonClasses } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { FilterTabs } from '#app/_ui/filter-tabs.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Skeleton, SkeletonTable } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { intakeLogDays } from '#db/values/intake-log.ts';
import {
  emptyLogAddress,
  type LogAddress,
  logFilterOf,
  readLogAddress,
  showsCauses,
  writeLogAddress,
} from '#server/panel-api/schemas/log-address.ts';
import { type AddressProps, LogFilters } from './log-filters.tsx';
import { ChosenGroup, EntryTable, GroupTable, KeylessList } from './log-tables.tsx';

/** Milliseconds between two reads: the server does not announce requests. */
const logInterval = 5_000;

const results = [
  { value: 'refused', label: 'Refused or held' },
  { value: 'accepted', label: 'Accepted' },
  { value: 'all', label: 'All' },
] as const;

export function IntakeLogScreen() {
  const { company } = useSession();
  const canManage = useCan('admin');
  const [address, setAddress] = useShown({
    read: readLogAddress,
    write: writeLogAddress,
    empty: emptyLogAddress,
  });
  const query = writeLogAddress(address);

  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <PageHeader
        title="Intake log"
        actions={
          <>
            {canManage && (
              <ButtonLink href={`/${company.slug}/intake-log/compare`}>
                Did everything arrive?
              </ButtonLink>
            )}
            {/* Not a link of the router: the answer is a file, or says in words why there is none. */}
            <a
              className={buttonClasses({})}
              href={`/${company.slug}/intake-log/export${query && `?${query}`}`}
            >
              <Download aria-hidden />
              Export CSV
            </a>
          </>
        }
      />
      <FilterTabs
        label="Filter by result"
        value={address.result || 'all'}
        tabs={results}
        onValueChange={(value) =>
          setAddress({ ...address, group: '', result: value === 'all' ? '' : value })
        }
      >
        <div className="grid gap-5">
          <LogFilters address={address} onChange={setAddress} />
          <Log address={address} onChange={setAddress} />
        </div>
      </FilterTabs>
    </div>
  );
}

const isFiltered = (address: LogAddress) =>
  writeLogAddress({ ...address, result: emptyLogAddress.result }) !== '';

/** The causes of refused and held requests, then the requests one by one. */
function Log({ address, onChange }: AddressProps) {
  const trpc = useTRPC();
  const filter = logFilterOf(address);
  const hasCauses = showsCauses(address);
  const groups = useQuery(
    trpc.intakeLog.groups.queryOptions(filter, {
      enabled: hasCauses,
      placeholderData: keepPreviousData,
      refetchInterval: logInterval,
    }),
  );
  const list = useInfiniteQuery(
    trpc.intakeLog.list.infiniteQueryOptions(filter, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      // What was paged to stays where it is.
      refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? logInterval : false),
    }),
  );
  if (groups.isLoading || list.isPending) return <LogSkeleton />;
  if (hasCauses && !groups.data) {
    return <QueryFailure query={groups} title="The causes could not be loaded" />;
  }
  if (!list.data) return <QueryFailure query={list} title="The requests could not be loaded" />;

  const entries = list.data.pages.flatMap((page) => page.items);
  const causes = hasCauses ? (groups.data?.items ?? []) : [];
  const clear = () => onChange({ ...emptyLogAddress, result: address.result });
  if (entries.length + causes.length === 0) {
    return (
      <>
        {isFiltered(address) ? (
          <EmptyState
            icon={<SearchX aria-hidden />}
            title="No requests match"
            action={<Button onClick={clear}>Clear filters</Button>}
          />
        ) : (
          <NoRequests result={address.result} />
        )}
        <Keyless address={address} />
      </>
    );
  }
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={cn('grid gap-5 transition-opacity', list.isPlaceholderData && 'opacity-60')}
    >
      {address.group && (
        <ChosenGroup
          group={causes[0]}
          newest={entries[0]}
          action={
            <Button size="sm" onClick={() => onChange({ ...address, group: '' })}>
              <X aria-hidden />
              Show all causes
            </Button>
          }
        />
      )}
      {hasCauses && !address.group && (
        <Titled title="By cause">
          <GroupTable groups={causes} address={address} />
          {groups.data?.hasMore && (
            <p className="text-fg-muted text-sm">
              Only the causes that came last are listed. Filters show others.
            </p>
          )}
        </Titled>
      )}
      <Keyless address={address} />
      <Titled title="Requests">
        {entries.length === 0 ? (
          <p className="text-fg-muted">These requests are counted above, but not listed.</p>
        ) : (
          <>
            <EntryTable entries={entries} />
            <MorePages list={list} />
          </>
        )}
      </Titled>
    </div>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-3">
      <h2 className="font-semibold text-base">{title}</h2>
      {children}
    </section>
  );
}

function NoRequests({ result }: Pick<LogAddress, 'result'>) {
  return result === 'refused' ? (
    <EmptyState icon={<CircleCheck aria-hidden />} title="No refused or held requests">
      A request that makes no lead stays here for {intakeLogDays} days: why, and what was sent.
    </EmptyState>
  ) : (
    <EmptyState drawing="history" title="No requests yet">
      Requests with a key of this company appear here within a few seconds.
    </EmptyState>
  );
}

/** Requests without a valid key belong to no key: they are counted for the step in their path. */
function Keyless({ address }: { address: LogAddress }) {
  const { from, until } = logFilterOf(address);
  const counts = useQuery(
    useTRPC().intakeLog.keyless.queryOptions(
      { ...(from && { from }), ...(until && { until }) },
      { refetchInterval: logInterval },
    ),
  );
  const [only] = address.step;
  const shown = counts.data?.filter(({ step }) => !only || step.id === only) ?? [];
  if (address.result === 'accepted' || address.group || shown.length === 0) return null;

  return <KeylessList counts={shown} />;
}

function LogSkeleton() {
  return (
    <SkeletonTable
      label="Loading the intake log"
      rows={6}
      className="h-25 md:grid-cols-[8rem_4rem_minmax(0,1fr)]"
    >
      <Skeleton className="hidden w-20 md:block" />
      <Skeleton className="w-12" />
      <Skeleton className="w-64" />
    </SkeletonTable>
  );
}
