'use client';

import { type ReactNode, useRef, useState } from 'react';
import { MorePages, QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan } from '#app/_trpc/session.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count } from '#app/_ui/format.ts';
import { late, usePreload } from '#app/_ui/late.tsx';
import { Table, TableBody, TableFrame, TableHead, Th } from '#app/_ui/table.tsx';
import { LeadSheet, useIsBeside } from '#app/features/leads/lead/lead-sheet.tsx';
import type { SheetList } from '#app/features/leads/lead/lead-sheet-toolbar.tsx';
import { renderedWhole, Space, VisibleRows } from '#app/features/leads/lead-cells.tsx';
import { NewLeadsPill, type useShownLeads } from '#app/features/leads/new-leads.tsx';
import { useKeptInSight, useLeadHref, useOpenId } from '#app/features/leads/open-lead.ts';
import { useOwners } from '#app/features/leads/owners.tsx';
import type { Visible } from '#app/features/leads/visible-rows.ts';
import type { LeadSort } from '#db/values/leads.ts';
import type { FilterChoices, PlacedLead } from '#server/panel-api/schemas/lead-list.ts';
import { type LeadsAddress, writeShown } from '#server/panel-api/schemas/leads-address.ts';
import { BulkBar, ChooseMatching } from './bulk-bar.tsx';
import { columns, type ListColumn } from './columns.tsx';
import { CompanyLeadRow } from './lead-row.tsx';
import type { ListSettings } from './list-settings.tsx';
import { menuOfClick, type OpenMenu } from './open-menu.ts';
import { type Selection, useSelection } from './selection.ts';
import { LeadsHead, sortLabels } from './sorting.tsx';
import type { useCompanyLeads } from './use-leads-address.ts';

const RowMenu = late(async () => (await import('./row-menu.tsx')).RowMenu);

interface LeadsListProps {
  list: ReturnType<typeof useCompanyLeads>;
  leads: ReturnType<typeof useShownLeads<PlacedLead>>;
  total: SheetList['total'];
  address: LeadsAddress;
  choices: FilterChoices;
  settings: ListSettings;
  onSort: (sort: LeadSort) => void;
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
  const { list, total, address, choices, settings, onSort, loading, empty } = props;
  const { shown: rows, held, showHeld } = props.leads;
  const mayChange = useCan('agent');
  // Also while there are no rows: the first one requests nothing.
  const ownerOf = useOwners();
  const ids = rows.map(({ id }) => id);
  const selection = useSelection(ids, writeShown(address));
  const isFound = list.isSuccess && !list.isPlaceholderData;
  const { chosen } = selection;
  const mayChooseMore =
    mayChange && list.hasNextPage && chosen.size > 0 && chosen.size >= rows.length;

  function content() {
    if (list.isPending) return loading;
    if (!list.data) return <QueryFailure query={list} title="The leads could not be loaded" />;
    if (rows.length === 0 && isFound) return empty;

    return (
      // The same distance as the negative margin of NewLeadsPill, which has no height of its own.
      <div className="pt-3">
        <NewLeadsPill leads={held} onShow={showHeld} />
        <p role="status" className="sr-only">
          {isFound && (address.q || writeShown(address))
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
            caption={`${captions[address.view]}, ${sortLabels[address.sort].toLowerCase()}`}
            settings={settings}
            members={choices.members}
            ownerOf={ownerOf}
            sort={address.sort}
            onSort={onSort}
            selection={mayChange ? selection : undefined}
            hasMore={list.hasNextPage}
            isDeleted={address.view === 'deleted'}
            canOpen={mayChange || address.view !== 'deleted'}
          />
          <MorePages list={list} />
        </div>
        {chosen.size > 0 && (
          <BulkBar
            selection={selection}
            choices={choices}
            view={address.view}
            nameOf={(id) => rows.find((lead) => lead.id === id)?.name}
          />
        )}
      </div>
    );
  }

  return (
    <>
      {content()}
      <LeadSheet
        lists={[
          { ids, total, loadMore: list.hasNextPage ? () => list.fetchNextPage() : undefined },
        ]}
      />
    </>
  );
}

/** Columns of the list beside an open lead, which shows the rest. */
const columnsBeside: readonly ListColumn[] = ['status', 'owner'];
const isShownBeside = (column: ListColumn) => columnsBeside.includes(column);

/** Pixels. */
const cardHeight = 95;

interface CompanyLeadsTableProps {
  leads: readonly PlacedLead[];
  caption: string;
  settings: ListSettings;
  members: FilterChoices['members'];
  ownerOf: ReturnType<typeof useOwners>;
  sort: LeadSort;
  onSort: (sort: LeadSort) => void;
  /** Absent for members who may change nothing. */
  selection: Selection | undefined;
  /** Whether there are leads that are not loaded. */
  hasMore: boolean;
  isDeleted: boolean;
  /** Deleted leads are opened by those who may restore them. */
  canOpen: boolean;
}

function CompanyLeadsTable(props: CompanyLeadsTableProps) {
  const {
    leads,
    caption,
    settings,
    members,
    ownerOf,
    sort,
    onSort,
    selection,
    hasMore,
    isDeleted,
    canOpen,
  } = props;
  const openId = useOpenId();
  useKeptInSight(openId);
  const isBeside = useIsBeside();
  const besideLead = isBeside && openId !== undefined;
  const shownColumns = besideLead ? settings.columns.filter(isShownBeside) : settings.columns;
  const hrefOf = useLeadHref();
  const body = useRef<HTMLTableSectionElement>(null);
  const isLong = leads.length > renderedWhole;
  const [visible, setVisible] = useState<Visible>();
  /** Undefined until one is opened, null when it is closed. */
  const [menu, setMenu] = useState<OpenMenu | null>();
  if (menu && leads.every(({ id }) => id !== menu.leadId)) setMenu(null);
  const { shown, measure, ...focus }: Partial<Visible> = (isLong && visible) || {};
  const mayEdit = selection !== undefined && !isDeleted;
  usePreload(RowMenu, mayEdit);
  const row = (lead: PlacedLead) => ({
    lead,
    shown: shownColumns,
    owner: ownerOf(lead.ownerId),
    mayEdit,
    menuOf: menu?.leadId === lead.id ? menu.field : undefined,
    isOpen: lead.id === openId,
    isChosen: selection?.chosen.has(lead.id) ?? false,
    onChoose: selection?.toggle,
    isDeleted,
    hrefOf: canOpen ? hrefOf : undefined,
  });

  return (
    <TableFrame>
      {menu !== undefined && (
        <RowMenu menu={menu} leads={leads} members={members} onClose={() => setMenu(null)} />
      )}
      {selection && (
        <div className="mb-2 px-4 md:hidden">
          <ChooseAll leads={leads} selection={selection} />
        </div>
      )}
      {isLong && (
        <VisibleRows
          items={leads}
          body={body}
          cardHeight={cardHeight}
          keptId={openId}
          onChange={setVisible}
        />
      )}
      <Table
        caption={caption}
        onClick={({ target }) => setMenu(menuOfClick(target) ?? menu)}
        aria-rowcount={shown && (hasMore ? -1 : leads.length + 1)}
        // Fixed: the columns do not depend on which rows are rendered.
        className={cn(
          'md:table-fixed md:max-2xl:[&_:is(td,th):not(:first-child)]:px-2',
          // The last cell of a row is for cards.
          'md:[&_tr>:is(td:nth-last-child(2),th:last-child)]:pr-4',
          !besideLead && (shownColumns.length > 7 ? 'md:min-w-[70rem]' : 'md:min-w-[56rem]'),
          (besideLead || settings.compact) && 'md:[&_tbody_:is(td,th)]:py-1 md:[&_tbody_tr]:h-9',
        )}
      >
        <TableHead>
          {selection && (
            <Th className="w-11 max-md:hidden">
              <ChooseAll leads={leads} selection={selection} />
            </Th>
          )}
          <LeadsHead column="name" sort={sort} onSort={onSort}>
            Lead
          </LeadsHead>
          {shownColumns.map((column) => (
            <LeadsHead
              key={column}
              column={column}
              sort={sort}
              onSort={onSort}
              className={columns[column].head}
            >
              {columns[column].label}
            </LeadsHead>
          ))}
        </TableHead>
        <TableBody ref={body} {...(shown && focus)}>
          {shown
            ? shown.map((each) => {
                if ('height' in each) return <Space key={each.key} height={each.height} />;
                const lead = leads[each.index];
                return (
                  lead && (
                    <CompanyLeadRow
                      key={lead.id}
                      {...row(lead)}
                      index={each.index}
                      measure={measure}
                    />
                  )
                );
              })
            : leads.map((lead) => <CompanyLeadRow key={lead.id} {...row(lead)} />)}
        </TableBody>
      </Table>
    </TableFrame>
  );
}

interface ChooseAllProps {
  leads: readonly PlacedLead[];
  selection: Selection;
}

/** In the head of the table, and above the cards of a phone, which have no head. */
function ChooseAll({ leads, selection: { chosen, choose, clear } }: ChooseAllProps) {
  const all = leads.length > 0 && leads.every(({ id }) => chosen.has(id));

  return (
    <label className="flex w-fit items-center gap-2 text-fg-muted text-sm coarse:py-3">
      <input
        type="checkbox"
        checked={all}
        ref={(input) => {
          if (input) input.indeterminate = !all && chosen.size > 0;
        }}
        onChange={() => (all ? clear() : choose(leads.map(({ id }) => id)))}
        className="block size-4 accent-primary"
      />
      <span className="md:sr-only">Choose all leads shown</span>
    </label>
  );
}
