'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowUp, SearchX } from 'lucide-react';
import { useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { MorePages } from '#app/_trpc/more-pages.tsx';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count, digits } from '#app/_ui/format.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton, SkeletonRows } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { useOpeningLead } from '#app/[company]/_leads/use-opening-lead.ts';
import { ArchivedStepNote } from '#app/[company]/funnels/_parts/archived-notes.tsx';
import { StepId } from '#app/[company]/funnels/_parts/cells.tsx';
import { LeadPreview } from '#app/[company]/leads/[leadId]/_lead/lead-layout.tsx';
import type { StepView } from '#server/panel-api/schemas/funnels.ts';
import { FirstLead } from './first-lead.tsx';
import { LeadsTable } from './leads-table.tsx';
import { LiveStatus } from './live-status.tsx';
import { SearchBox, useSearch } from './search-box.tsx';
import { useLeads } from './use-leads.ts';

export function StepScreen({ stepId }: { stepId: string }) {
  const step = useQuery(useTRPC().steps.get.queryOptions({ id: stepId }));
  const opening = useOpeningLead();

  if (opening) return <LeadPreview listed={opening} />;
  if (step.isPending) return <StepSkeleton />;
  if (!step.data)
    return <QueryFailure headingLevel={1} query={step} title="This step could not be loaded" />;

  return (
    <div className="grid max-w-400 gap-5">
      <PageHeader title={<bdi>{step.data.name}</bdi>} meta={<StepMeta step={step.data} />} />
      <ArchivedStepNote step={step.data} />
      <StepLeads step={step.data} />
    </div>
  );
}

function StepMeta({ step }: { step: StepView }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4">
      <p>
        {count(step.leads, 'lead')} · {digits(step.leadsToday)} today
        {step.lastLeadAt && (
          <span className="max-sm:hidden">
            {' · last lead '}
            <RelativeTime at={step.lastLeadAt} />
          </span>
        )}
      </p>
      <p className="flex items-center gap-x-2 text-sm sm:mt-1 sm:basis-full">
        Step ID <StepId step={step} short />
      </p>
    </div>
  );
}

function StepLeads({ step }: { step: StepView }) {
  const top = useRef<HTMLElement>(null);
  const search = useSearch();
  const { list, held, showHeld, live, togglePause } = useLeads(step.id, search.searched, top);
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
        <LeadsTable step={step} leads={leads} hasMore={list.hasNextPage} />
        <MorePages list={list} />
      </div>
    );
  }

  return (
    <section ref={top} aria-label="Leads" className="grid gap-3">
      {(!none || search.searched) && (
        <div className="flex items-center justify-between gap-4">
          <div className="min-w-0 max-sm:grow">
            <SearchBox search={search} />
          </div>
          <LiveStatus live={live} onToggle={togglePause}>
            <span>
              Live<span className="max-sm:sr-only">: new leads appear automatically</span>
            </span>
          </LiveStatus>
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
      Search for part of a name, or for at least three digits of a phone number.
    </EmptyState>
  );
}

interface NewLeadsPillProps {
  leads: number;
  onShow: () => void;
}

/** New leads that arrived while the list was scrolled down. Has no height, so that nothing shifts. */
function NewLeadsPill({ leads, onShow }: NewLeadsPillProps) {
  function show() {
    onShow();
    window.scrollTo({ top: 0 });
    document.querySelector('main')?.focus({ preventScroll: true });
  }

  return (
    <div className="sticky top-16 z-20 -mb-3 flex h-0 justify-center overflow-visible">
      {leads > 0 && (
        <button
          type="button"
          onClick={show}
          className="flex h-8 items-center gap-1.5 rounded-full bg-primary px-3.5 font-medium text-on-primary text-sm shadow-float hover:bg-primary-hover coarse:h-11"
        >
          {count(leads, 'new lead')}
          <ArrowUp aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}

function StepSkeleton() {
  return (
    <Loading label="Loading the step" className="grid max-w-400 gap-5">
      <div className="grid gap-2">
        <Skeleton className="h-6 w-44" />
        <Skeleton className="w-64" />
        <Skeleton className="w-80" />
      </div>
      <LeadLines />
    </Loading>
  );
}

function LeadsSkeleton() {
  return (
    <Loading label="Loading leads">
      <LeadLines />
    </Loading>
  );
}

function LeadLines() {
  return (
    <SkeletonRows rows={8} className="h-11">
      <Skeleton className="w-40" />
      <Skeleton className="hidden w-36 md:block" />
      <Skeleton className="hidden w-20 md:block" />
      <Skeleton className="ml-auto w-16" />
    </SkeletonRows>
  );
}
