'use client';

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FlaskConical, Plug } from 'lucide-react';
import Link from 'next/link';
import { useRef } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { MorePages, QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useAddress } from '#app/_ui/address.ts';
import { Button, ButtonLink } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count, countLeads, digits } from '#app/_ui/format.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton, SkeletonRows } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { ArchivedStepNote } from '#app/features/funnels/archived-step.tsx';
import { StepId } from '#app/features/funnels/cells.tsx';
import { ConnectButton, StepAddresses } from '#app/features/inbound-addresses/step-addresses.tsx';
import { AddLeadDialog } from '#app/features/leads/lead/add-lead-dialog.tsx';
import { LeadPreview } from '#app/features/leads/lead/lead-layout.tsx';
import { LeadSheet } from '#app/features/leads/lead/lead-sheet.tsx';
import { LiveStatus, SearchBox, useSearch } from '#app/features/leads/list-bar.tsx';
import { NewLeadsPill, useShownLeads } from '#app/features/leads/new-leads.tsx';
import { useOpeningLead } from '#app/features/leads/open-lead.ts';
import { IntegrateLink } from '#app/features/snippets/integrate-link.tsx';
import { testRetentionDays } from '#db/values/limits.ts';
import type { StepView } from '#server/panel-api/schemas/funnels.ts';
import { FirstLead, LeadsTable } from './leads-table.tsx';

export function StepScreen({ stepId }: { stepId: string }) {
  const step = useQuery(useTRPC().steps.get.queryOptions({ id: stepId }));
  const opening = useOpeningLead();
  const canManage = useCan('admin');

  if (opening) return <LeadPreview listed={opening} />;
  if (step.isPending) return <StepSkeleton />;
  if (!step.data)
    return <QueryFailure headingLevel={1} query={step} title="This step could not be loaded" />;

  return (
    <div className="grid max-w-400 grid-cols-1 gap-5">
      <PageHeader
        title={<bdi>{step.data.name}</bdi>}
        meta={<StepMeta step={step.data} />}
        actions={
          <>
            <TestsFilter step={step.data} />
            {!isArchived(step.data) && (
              <span className="max-sm:hidden">
                <AddLeadDialog
                  stepId={stepId}
                  variant={step.data.isFirst && step.data.leads === 0 ? 'secondary' : 'primary'}
                />
              </span>
            )}
            {!isArchived(step.data) && (
              <IntegrateLink query={`step=${stepId}`} className="max-sm:hidden" />
            )}
            {canManage && !isArchived(step.data) && (
              <ConnectButton
                funnelId={step.data.funnel.id}
                stepId={stepId}
                className="max-sm:hidden"
              />
            )}
          </>
        }
      />
      <ArchivedStepNote step={step.data} />
      <StepAddresses stepId={stepId} />
      <StepLeads step={step.data} />
    </div>
  );
}

const isArchived = ({ archivedAt, funnel }: StepView) =>
  archivedAt !== null || funnel.archivedAt !== null;

/** On a phone the link to Integrate is beside the ID: a button above would push the leads down. */
function StepMeta({ step }: { step: StepView }) {
  const { company } = useSession();

  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 sm:block">
      <p>
        {countLeads(step)} · {digits(step.leadsToday)} today
        {step.lastLeadAt && (
          <span className="max-sm:hidden">
            {' · last lead '}
            <RelativeTime at={step.lastLeadAt} />
          </span>
        )}
      </p>
      <p className="flex items-center gap-x-2 text-sm sm:mt-1">
        Step ID <StepId step={step} short />
        {!isArchived(step) && (
          <Link
            href={`/${company.slug}/integrate?step=${step.id}`}
            aria-label="Integrate"
            className="grid size-control-sm place-items-center sm:hidden"
          >
            <Plug aria-hidden className="size-3.5" />
          </Link>
        )}
      </p>
    </div>
  );
}

/** Whether the tests of the step are shown instead of its leads, in the address. */
function useTests() {
  const [show, setShow] = useAddress('show');
  const tests = show === 'tests';

  return { tests, toggle: () => setShow(tests ? '' : 'tests') };
}

/** Offered once there are tests: most steps never have any. */
function TestsFilter({ step }: { step: StepView }) {
  const { tests, toggle } = useTests();
  if (!step.hasTests && !tests) return null;

  return (
    <Button
      aria-pressed={tests}
      className="aria-pressed:border-primary aria-pressed:bg-primary-soft aria-pressed:text-primary-text"
      onClick={toggle}
    >
      <FlaskConical aria-hidden />
      Tests
    </Button>
  );
}

function StepLeads({ step }: { step: StepView }) {
  const top = useRef<HTMLElement>(null);
  const search = useSearch();
  const { tests } = useTests();
  const searched = tests ? undefined : search.searched;
  const shown = tests ? { tests } : { search: searched };
  const list = useLeads({ stepId: step.id, ...shown });
  const {
    shown: leads,
    held,
    showHeld,
    live,
  } = useShownLeads({
    items: list.data?.pages.flatMap((page) => page.items) ?? [],
    view: JSON.stringify(shown),
    top,
  });
  const none = list.isSuccess && leads.length === 0;

  function content() {
    if (list.isPending) return <LeadsSkeleton />;
    if (!list.data) return <QueryFailure query={list} title="The leads could not be loaded" />;
    if (none && searched) return <NoMatch text={searched} onClear={search.clear} />;
    if (none && tests) return <NoTests step={step} />;
    if (none) return <FirstLead step={step} live={live} />;

    return (
      <div
        aria-busy={list.isPlaceholderData}
        className={cn('transition-opacity', list.isPlaceholderData && 'opacity-60')}
      >
        <LeadsTable step={step} leads={leads} tests={tests} hasMore={list.hasNextPage} />
        <MorePages list={list} />
      </div>
    );
  }

  return (
    <section ref={top} aria-label="Leads" className="grid grid-cols-1 gap-3">
      {(!none || searched || tests) && (
        <div className="flex items-center justify-between gap-4">
          <div className="min-w-0 grow">
            {tests ? (
              <TestsNote />
            ) : (
              <div className="w-full sm:max-w-80">
                <SearchBox
                  search={search}
                  label="Search leads of this step"
                  placeholder="Search this step"
                />
              </div>
            )}
          </div>
          <LiveStatus {...live}>
            <span>
              Live<span className="max-sm:sr-only">: new leads appear automatically</span>
            </span>
          </LiveStatus>
        </div>
      )}
      <p role="status" className="sr-only">
        {searched && list.isSuccess && !list.isPlaceholderData
          ? `${count(leads.length, 'lead')} found${list.hasNextPage ? ', and more' : ''}`
          : ''}
      </p>
      <NewLeadsPill leads={held} onShow={showHeld} />
      {content()}
      <LeadSheet
        lists={[
          {
            ids: leads.map(({ id }) => id),
            loadMore: list.hasNextPage ? () => list.fetchNextPage() : undefined,
          },
        ]}
      />
    </section>
  );
}

function TestsNote() {
  return (
    <p className="text-fg-muted">
      Sent as tests, or with test keys: not counted, and deleted after {testRetentionDays} days.
    </p>
  );
}

function NoTests({ step }: { step: StepView }) {
  const { company } = useSession();

  return (
    <EmptyState
      icon={<FlaskConical aria-hidden />}
      title="No tests"
      action={
        <ButtonLink href={`/${company.slug}/integrate?step=${step.id}`}>
          Send a test lead
        </ButtonLink>
      }
    >
      Leads that are sent to this step as tests, or with a test key, appear here.
    </EmptyState>
  );
}

function NoMatch({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      drawing="search"
      title={
        <>
          No lead matches “<bdi className="[overflow-wrap:anywhere]">{text}</bdi>”
        </>
      }
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      In this step. The search at the top of the page looks in all steps.
    </EmptyState>
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

interface LeadsShown {
  stepId: string;
  search?: string | undefined;
  tests?: true | undefined;
}

/** The leads of a step, or its tests. `LiveQueries` keeps the list current. */
const useLeads = (input: LeadsShown) =>
  useInfiniteQuery(
    useTRPC().leads.list.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    }),
  );
