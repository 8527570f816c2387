'use client';

import type { ReactNode } from 'react';
import { MorePages } from '#app/_trpc/more-pages.tsx';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan } from '#app/_trpc/session.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count } from '#app/_ui/format.ts';
import { LeadSheet } from '#app/features/leads/lead/lead-sheet.tsx';
import { NewLeadsPill, type useShownLeads } from '#app/features/leads/new-leads.tsx';
import type { FilterChoices, PlacedLead } from '#server/panel-api/schemas/lead-list.ts';
import { type LeadsAddress, writeAddress } from '#server/panel-api/schemas/leads-address.ts';
import { BulkBar, ChooseMatching, useSelection } from './bulk-bar.tsx';
import { CompanyLeadsTable } from './leads-table.tsx';
import type { ListSettings } from './list-settings.tsx';
import type { useCompanyLeads } from './use-leads-address.ts';

interface LeadsListProps {
  list: ReturnType<typeof useCompanyLeads>;
  leads: ReturnType<typeof useShownLeads<PlacedLead>>;
  address: LeadsAddress;
  choices: FilterChoices;
  settings: ListSettings;
  loading: ReactNode;
  empty: ReactNode;
}

const captions: Record<LeadsAddress['view'], string> = {
  leads: 'Leads',
  tests: 'Tests',
  deleted: 'Deleted leads',
};

/** The rows, what is chosen of them, and what can be done with it. */
export function LeadsList(props: LeadsListProps) {
  const { list, address, choices, settings, loading, empty } = props;
  const { shown: rows, held, showHeld } = props.leads;
  const mayChange = useCan('agent');
  const ids = rows.map(({ id }) => id);
  const selection = useSelection(ids, writeAddress(address));
  const isFound = list.isSuccess && !list.isPlaceholderData;
  const { chosen, clear } = selection;
  const mayChooseMore =
    mayChange && list.hasNextPage && chosen.size > 0 && chosen.size >= rows.length;

  function content() {
    if (list.isPending) return loading;
    if (!list.data) return <QueryFailure query={list} title="The leads could not be loaded" />;
    if (rows.length === 0 && isFound) return empty;

    return (
      // The pill takes back its own distance.
      <div className="pt-3">
        <NewLeadsPill leads={held} onShow={showHeld} />
        <p role="status" className="sr-only">
          {isFound && (address.q || writeAddress(address))
            ? `${count(rows.length, 'lead')} found${list.hasNextPage ? ', and more' : ''}`
            : ''}
        </p>
        {mayChooseMore && <ChooseMatching address={address} selection={selection} />}
        <div
          aria-busy={list.isPlaceholderData}
          className={cn('transition-opacity', list.isPlaceholderData && 'opacity-60')}
        >
          <CompanyLeadsTable
            leads={rows}
            caption={`${captions[address.view]}, ${address.sort} first`}
            settings={settings}
            owners={new Map(choices.members.map(({ id, name }) => [id, name]))}
            selection={mayChange ? selection : undefined}
            hasMore={list.hasNextPage}
            isDeleted={address.view === 'deleted'}
            canOpen={mayChange || address.view !== 'deleted'}
          />
          <MorePages list={list} />
        </div>
        {chosen.size > 0 && (
          <BulkBar chosen={chosen} choices={choices} view={address.view} onClear={clear} />
        )}
      </div>
    );
  }

  return (
    <>
      {content()}
      <LeadSheet leadIds={ids} />
    </>
  );
}
