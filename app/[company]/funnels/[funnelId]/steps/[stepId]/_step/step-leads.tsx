'use client';

import { SearchX } from 'lucide-react';
import { useRef } from 'react';
import { MorePages } from '#app/_trpc/more-pages.tsx';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count } from '#app/_ui/count.ts';
import { EmptyState } from '#app/_ui/empty-state.tsx';
import type { StepView } from '#server/api/schemas/funnels.ts';
import { FirstLead } from './first-lead.tsx';
import { LeadsTable } from './leads-table.tsx';
import { LiveStatus } from './live-status.tsx';

import { NewLeadsPill } from './new-leads-pill.tsx';
import { SearchBox } from './search-box.tsx';
import { LeadsSkeleton } from './step-skeleton.tsx';
import { useLeads } from './use-leads.ts';
import { useSearch } from './use-search.ts';

export function StepLeads({ step }: { step: StepView }) {
  const top = useRef<HTMLElement>(null);
  const search = useSearch();
  const { list, held, showHeld, live } = useLeads(step.id, search.searched, top);
  const leads = list.data?.pages.flatMap((page) => page.items) ?? [];
  const none = list.isSuccess && leads.length === 0;

  function content() {
    if (list.isPending) return <LeadsSkeleton />;
    if (!list.data) return <QueryFailure query={list} title="The leads could not be loaded" />;
    if (none && search.searched) return <NoMatch text={search.searched} onClear={search.clear} />;
    if (none) return <FirstLead step={step} live={live} />;

    return (
      <div
        aria-busy={list.isPlaceholderData}
        className={cn('transition-opacity', list.isPlaceholderData && 'opacity-60')}
      >
        <LeadsTable stepName={step.name} leads={leads} />
        <MorePages list={list} />
      </div>
    );
  }

  return (
    <section ref={top} aria-label="Leads" className="grid gap-3">
      {(!none || search.searched) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <SearchBox search={search} />
          <LiveStatus live={live}>Live: new leads appear by themselves</LiveStatus>
        </div>
      )}
      <p role="status" className="sr-only">
        {search.searched && list.isSuccess && !list.isPlaceholderData
          ? `${count(leads.length, 'lead')} found${list.hasNextPage ? ', and more' : ''}`
          : ''}
      </p>
      <NewLeadsPill leads={held} onShow={showHeld} />
      {content()}
    </section>
  );
}

function NoMatch({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={<SearchX aria-hidden />}
      title={
        <>
          No lead matches “<bdi className="[overflow-wrap:anywhere]">{text}</bdi>”
        </>
      }
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      The search looks for a part of the name, or for three or more digits of a phone number.
    </EmptyState>
  );
}
