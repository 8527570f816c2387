'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { ScrollText, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { MorePages, QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan } from '#app/_trpc/session.tsx';
import { useAddress } from '#app/_ui/address.ts';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { Field, Input, Select } from '#app/_ui/field.tsx';
import { digits } from '#app/_ui/format.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Skeleton, SkeletonTable } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import { type AuditFilter, auditFilters } from '#db/values/audit.ts';
import type { AuditPage } from '#server/panel-api/schemas/audit.ts';
import { AuditTable } from './audit-table.tsx';
import { type AuditFilters, isFiltered, noFilters, readFilters, readWhat } from './filters.ts';

export function AuditLogScreen() {
  const mayRead = useCan('admin');

  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <PageHeader title="Audit log" />
      {mayRead ? (
        <AuditLog />
      ) : (
        <ForbiddenState>Only admins of this company can view the audit log.</ForbiddenState>
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
    if (entries.length === 0 && !filtered && !list.isPlaceholderData) return <NoEntries />;
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

function NoEntries() {
  return <EmptyState icon={<ScrollText aria-hidden />} title="No entries yet" />;
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title="No entries match"
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}

const filterLabels: Record<AuditFilter, string> = {
  all: 'Everything',
  signIns: 'Sign-ins',
  keys: 'API keys',
  members: 'Members',
  leads: 'Leads',
  funnels: 'Funnels and steps',
  company: 'Company',
};

interface AuditFilterBarProps {
  filters: AuditFilters;
  /** Absent while loading. */
  members: AuditPage['members'] | undefined;
  onChange: (filters: AuditFilters) => void;
}

function AuditFilterBar({ filters, members = [], onChange }: AuditFilterBarProps) {
  const { who = '', what, from = '', until = '' } = filters;
  const isListed = ['', 'system', ...members.map(({ id }) => id)].includes(who);

  function choose(change: Partial<AuditFilters>) {
    onChange({ ...filters, ...change });
  }

  return (
    <search className="grid grid-cols-2 gap-3 md:grid-cols-[minmax(0,14rem)_minmax(0,12rem)_minmax(0,10rem)_minmax(0,10rem)]">
      <Field label="Who">
        <Select value={who} onChange={(event) => choose({ who: event.currentTarget.value })}>
          <option value="">Everyone</option>
          {members.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="system">Command line</option>
          {!isListed && <option value={who}>Another user</option>}
        </Select>
      </Field>
      <Field label="What">
        <Select
          value={what}
          onChange={(event) => choose({ what: readWhat(event.currentTarget.value) })}
        >
          {auditFilters.map((each) => (
            <option key={each} value={each}>
              {filterLabels[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Since">
        <Input
          type="date"
          value={from}
          max={until || undefined}
          onChange={(event) => choose({ from: event.currentTarget.value })}
        />
      </Field>
      <Field label="Until">
        <Input
          type="date"
          value={until}
          min={from || undefined}
          onChange={(event) => choose({ until: event.currentTarget.value })}
        />
      </Field>
    </search>
  );
}

/**
 * The filters, kept in the address. The address changes too late for controlled inputs, so they are
 * also kept as state until the address changes in another way.
 */
function useAuditFilters() {
  const [who, setWho] = useAddress('who');
  const [what, setWhat] = useAddress('what');
  const [from, setFrom] = useAddress('from');
  const [until, setUntil] = useAddress('until');
  const address = [who, what, from, until].join();
  const [seen, setSeen] = useState(address);
  const [filters, setFilterState] = useState(() => readFilters({ who, what, from, until }));
  if (address !== seen) {
    setSeen(address);
    setFilterState(readFilters({ who, what, from, until }));
  }

  function setFilters(next: AuditFilters) {
    setFilterState(next);
    setWho(next.who ?? '');
    setWhat(next.what === 'all' ? '' : next.what);
    setFrom(next.from ?? '');
    setUntil(next.until ?? '');
  }

  return { filters, setFilters };
}

/** In a file of its own: every screen prefetches it with the link to the log. */
function AuditSkeleton() {
  return (
    <SkeletonTable
      label="Loading the audit log"
      rows={6}
      className="h-25 md:grid-cols-[8rem_15rem_minmax(0,1fr)]"
    >
      <Skeleton className="hidden w-20 md:block" />
      <Skeleton className="w-32" />
      <Skeleton className="w-48" />
    </SkeletonTable>
  );
}
