'use client';

import { useQuery } from '@tanstack/react-query';
import { Columns3, Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { useRemembered } from '#app/_trpc/use-remembered.ts';
import { Button, ButtonLink, buttonClasses } from '#app/_ui/button.tsx';
import { mainContent, usePassFocus } from '#app/_ui/focus.ts';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Loading, Skeleton, SkeletonRows } from '#app/_ui/skeleton.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { tooltip } from '#app/_ui/tooltip.ts';
import { FunnelTabs } from '#app/features/funnels/funnel-tabs.tsx';
import { boardOfList } from '#app/features/leads/board/board-address.ts';
import { FilterBar } from '#app/features/leads/filters/filter-bar.tsx';
import { filters, isSet, withoutFilters } from '#app/features/leads/filters/filter-values.ts';
import { AddLeadDialog } from '#app/features/leads/lead/add-lead-dialog.tsx';
import { LeadSheet } from '#app/features/leads/lead/lead-sheet.tsx';
import {
  LiveStatus,
  SearchBox,
  searchHint,
  UnknownFilters,
  useSearch,
} from '#app/features/leads/list-bar.tsx';
import { useShownLeads } from '#app/features/leads/new-leads.tsx';
import { Totals, useTotals } from '#app/features/leads/totals.tsx';
import { type ExportColumn, exportColumns, type LeadSort } from '#db/values/leads.ts';
import { deletedLeadRetentionDays, testRetentionDays } from '#db/values/limits.ts';
import type { FilterChoices, LeadsQuery } from '#server/panel-api/schemas/lead-list.ts';
import {
  type LeadsAddress,
  queryOf,
  readAddress,
  withoutUnknown,
  writeAddress,
  writeGiven,
  writeShown,
} from '#server/panel-api/schemas/leads-address.ts';
import { LeadsList } from './leads-list.tsx';
import { ColumnsPanel, type ListSettings, useListSettings } from './list-settings.tsx';
import { SortMenu } from './sorting.tsx';
import { useCompanyLeads, useLeadsAddress } from './use-leads-address.ts';
import { ViewsBar } from './views-bar.tsx';

/** The order does not matter to a count. */
const countQueryOf = ({ filter, search, view }: LeadsQuery): LeadsQuery => ({
  filter,
  search,
  view,
});

export function LeadsScreen() {
  const choices = useQuery(useTRPC().leads.filterChoices.queryOptions());

  if (choices.isPending) return <LeadsSkeleton />;
  if (!choices.data) {
    return (
      <>
        <QueryFailure headingLevel={1} query={choices} title="The leads could not be loaded" />
        <LeadSheet lists={[]} />
      </>
    );
  }
  return <Leads choices={choices.data} />;
}

function Leads({ choices }: { choices: FilterChoices }) {
  const top = useRef<HTMLElement>(null);
  const { address: asked, isGiven, malformed, setAddress } = useLeadsAddress();
  const search = useSearch();
  const [settings, saveSettings] = useListSettings();
  const [hasColumnsPanel, setColumnsPanel] = useState(false);
  const { known, unknown } = withoutUnknown(asked, choices);
  const address: LeadsAddress = { ...known, q: search.searched ?? '' };
  useRemembered({
    screen: 'leads',
    query: writeAddress(address),
    isGiven,
    restore: (query) => setAddress(readAddress(new URLSearchParams(query))),
  });
  const query = queryOf(address);
  const list = useCompanyLeads(query);
  const totals = useTotals(countQueryOf(query));
  const leads = useShownLeads({
    items: list.data?.pages.flatMap((page) => page.items) ?? [],
    view: writeShown(address),
    top,
    isNewestFirst: address.sort === 'newest',
  });
  const hasFilters = filters.some((filter) => isSet(filter, address));
  const isFiltered = hasFilters || address.q !== '';
  const sortBy = (sort: LeadSort) => setAddress({ ...address, sort });
  const clear = () => {
    search.clear();
    setAddress(withoutFilters({ ...address, q: '' }));
  };
  const isNarrowed = isFiltered || address.view !== 'leads';
  const isEmpty = list.isSuccess && leads.shown.length === 0 && !isNarrowed;

  return (
    <div className="grid max-w-480 grid-cols-1 gap-3 sm:gap-4">
      <PageHeader
        title="Leads"
        actions={
          <>
            <LiveStatus {...leads.live}>Live</LiveStatus>
            <AddLeadDialog variant={isEmpty ? 'secondary' : 'primary'} />
          </>
        }
      />
      <TabsOfFunnel address={address} choices={choices} />
      <ViewsBar
        address={address}
        onChange={(next) => {
          search.show(next.q);
          setAddress(next);
        }}
      />
      <UnknownFilters names={[...unknown, ...malformed]} />
      <section ref={top} aria-label="Leads" className="grid min-w-0 grid-cols-1 gap-3">
        {address.view !== 'leads' && <ViewNote view={address.view} />}
        <FilterBar
          address={address}
          choices={choices}
          onChange={(change) => setAddress({ ...address, ...change })}
          onClear={isFiltered ? clear : undefined}
          search={
            address.view === 'leads' && (
              <SearchBox search={search} label="Search all leads" placeholder={searchHint} />
            )
          }
          total={
            <Totals
              totals={totals}
              choices={choices}
              onChange={(change) => setAddress({ ...address, ...change })}
            />
          }
        >
          <SortMenu sort={address.sort} onSort={sortBy} />
          <Button
            aria-expanded={hasColumnsPanel}
            aria-controls="lead-columns"
            {...tooltip('Columns')}
            onClick={() => setColumnsPanel(!hasColumnsPanel)}
          >
            <Columns3 aria-hidden />
            <span className="max-2xl:sr-only">Columns</span>
          </Button>
          <ExportLink address={address} settings={settings} />
        </FilterBar>
        {hasColumnsPanel && <ColumnsPanel settings={settings} onChange={saveSettings} />}
        <LeadsList
          key={address.view}
          list={list}
          leads={leads}
          total={totals}
          address={address}
          choices={choices}
          settings={settings}
          onSort={sortBy}
          loading={<LeadRows />}
          empty={<NoLeads address={address} isFiltered={isFiltered} onClear={clear} />}
        />
      </section>
    </div>
  );
}

/** Where the list is that of one funnel. */
function TabsOfFunnel({ address, choices }: { address: LeadsAddress; choices: FilterChoices }) {
  const [funnelId, ...others] = address.funnel;
  if (funnelId === undefined || others.length > 0 || address.view !== 'leads') return null;
  const steps = choices.steps.filter(({ funnel }) => funnel.id === funnelId);

  return (
    <FunnelTabs
      funnelId={funnelId}
      current="list"
      canIntegrate={steps.some(({ isArchived }) => !isArchived)}
      listQuery={writeShown(address)}
      boardQuery={writeGiven(boardOfList(address))}
    />
  );
}

/** Columns of the list that the export can leave out; the others it always has. */
const isExported = (column: string): column is ExportColumn =>
  exportColumns.some((each) => each === column);

function ExportLink({ address, settings }: { address: LeadsAddress; settings: ListSettings }) {
  const { company } = useSession();
  const mayExport = useCan('agent');
  if (!mayExport) return null;
  const params = new URLSearchParams(writeShown(address));
  params.set('columns', settings.columns.filter(isExported).join(','));

  // Not a link of the router: the answer is a file, or says in words why there is none.
  return (
    <a
      {...tooltip('Export CSV')}
      className={buttonClasses({})}
      href={`/${company.slug}/leads/export?${params}`}
    >
      <Download aria-hidden />
      <span className="max-2xl:sr-only">Export CSV</span>
    </a>
  );
}

function ViewNote({ view }: { view: 'tests' | 'deleted' }) {
  return (
    <p className="text-fg-muted">
      {view === 'tests'
        ? `Tests are not counted, and deleted after ${testRetentionDays} days.`
        : `Deleted leads can be restored for ${deletedLeadRetentionDays} days.`}
    </p>
  );
}

interface NoLeadsProps {
  address: LeadsAddress;
  isFiltered: boolean;
  onClear: () => void;
}

function NoLeads({ address, isFiltered, onClear }: NoLeadsProps) {
  const { company } = useSession();
  const canConnect = useCan('agent');

  if (isFiltered) {
    return (
      <EmptyState
        drawing="search"
        title="No leads match"
        action={<ClearFilters onClear={onClear} />}
      >
        With fewer filters or another search, more leads are found.
      </EmptyState>
    );
  }
  if (address.view === 'tests') return <EmptyState title="No tests" />;
  if (address.view === 'deleted') return <EmptyState title="No deleted leads" />;
  return (
    <EmptyState
      drawing="leads"
      title="No leads yet"
      action={
        canConnect && (
          <ButtonLink variant="primary" href={`/${company.slug}/integrate`}>
            Send the first lead
          </ButtonLink>
        )
      }
    >
      The leads of all funnels appear here as they arrive.
    </EmptyState>
  );
}

/** Leaves with the empty list. */
function ClearFilters({ onClear }: Pick<NoLeadsProps, 'onClear'>) {
  const button = useRef<HTMLButtonElement>(null);
  usePassFocus(button, mainContent);

  return (
    <Button ref={button} onClick={onClear}>
      Clear filters
    </Button>
  );
}

function LeadsSkeleton() {
  return (
    <Loading label="Loading leads" className="grid max-w-480 gap-4">
      <PageHeader title="Leads" />
      <Skeleton className="h-9 w-80" />
      <LeadRows />
    </Loading>
  );
}

function LeadRows() {
  return (
    <SkeletonRows rows={8} className="h-11">
      <Skeleton className="w-40" />
      <Skeleton className="hidden w-36 md:block" />
      <Skeleton className="hidden w-20 md:block" />
      <Skeleton className="ml-auto w-16" />
    </SkeletonRows>
  );
}
