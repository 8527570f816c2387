'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText, SearchX } from 'lucide-react';
import { useTRPC } from '../../../_trpc/client.ts';
import { MorePages } from '../../../_trpc/more-pages.tsx';
import { QueryFailure } from '../../../_trpc/query-failure.tsx';
import { useCan } from '../../../_trpc/session.tsx';
import { Button } from '../../../_ui/button.tsx';
import { cn } from '../../../_ui/cn.ts';
import { digits } from '../../../_ui/count.ts';
import { EmptyState } from '../../../_ui/empty-state.tsx';
import { ForbiddenState } from '../../../_ui/forbidden-state.tsx';
import { PageHeader } from '../../../_ui/page-header.tsx';
import { AuditFilterBar } from './audit-filter-bar.tsx';
import { AuditSkeleton } from './audit-skeleton.tsx';
import { AuditTable } from './audit-table.tsx';
import { isFiltered, noFilters } from './filters.ts';
import { useAuditFilters } from './use-audit-filters.ts';

export function AuditLogScreen() {
  const mayRead = useCan('admin');

  return (
    <div className="mx-auto grid max-w-[1200px] gap-5">
      <PageHeader title="Audit log" />
      {mayRead ? (
        <AuditLog />
      ) : (
        <ForbiddenState>Only admins of this company can read it: ask one of them.</ForbiddenState>
      )}
    </div>
  );
}

function AuditLog() {
  const trpc = useTRPC();
  const { filters, setFilters } = useAuditFilters();
  const list = useInfiniteQuery(
    trpc.audit.list.infiniteQueryOptions(filters, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
    }),
  );
  const filtered = isFiltered(filters);
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];

  function content() {
    if (list.isPending) return <AuditSkeleton />;
    if (!list.data) return <QueryFailure query={list} title="The audit log could not be loaded" />;
    if (entries.length === 0 && !filtered && !list.isPlaceholderData) return <Nothing />;
    if (entries.length === 0) return <NoMatch onClear={() => setFilters(noFilters)} />;

    return (
      <div
        aria-busy={list.isPlaceholderData}
        className={cn('transition-opacity', list.isPlaceholderData && 'opacity-60')}
      >
        <AuditTable entries={entries} />
        <MorePages list={list} />
      </div>
    );
  }

  return (
    <section aria-label="Entries" className="grid gap-3">
      <AuditFilterBar
        filters={filters}
        members={list.data?.pages[0]?.members}
        onChange={setFilters}
      />
      <p role="status" className="sr-only">
        {filtered && list.isSuccess && !list.isPlaceholderData
          ? `${digits(entries.length)} found${list.hasNextPage ? ', and more' : ''}`
          : ''}
      </p>
      {content()}
    </section>
  );
}

function Nothing() {
  return <EmptyState icon={<ScrollText aria-hidden />} title="Nothing noted yet" />;
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="Nothing matches"
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
