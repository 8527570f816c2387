'use client';

import { ArrowDownUp } from 'lucide-react';
import { Button } from '#app/_ui/button.tsx';
import { Menu, MenuRadioGroup } from '#app/_ui/menu.tsx';
import { SortHead, Th } from '#app/_ui/table.tsx';
import { type LeadSort, type LeadSortKey, leadSorts } from '#db/values/leads.ts';
import type { ListColumn } from './columns.tsx';

export const sortLabels: Record<LeadSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  status: 'Status, New first',
  '-status': 'Status, Lost first',
  owner: 'Owner, A to Z',
  '-owner': 'Owner, Z to A',
  source: 'Source, A to Z',
  '-source': 'Source, Z to A',
  followUp: 'Next follow-up first',
  '-followUp': 'Last follow-up first',
  lastContact: 'Longest without contact first',
  '-lastContact': 'Last contact first',
};

interface SortProps {
  sort: LeadSort;
  onSort: (sort: LeadSort) => void;
}

/** The order, on a phone, which has no column headers. */
export function SortMenu({ sort, onSort }: SortProps) {
  return (
    <Menu
      trigger={
        <Button className="md:hidden">
          <ArrowDownUp aria-hidden />
          {sortLabels[sort]}
        </Button>
      }
    >
      <MenuRadioGroup
        label="Order"
        value={sort}
        onValueChange={onSort}
        options={leadSorts.map((value) => ({ value, label: sortLabels[value] }))}
      />
    </Menu>
  );
}

/** Columns that the list is sorted by. */
const keys: Partial<Record<ListColumn | 'name', LeadSortKey>> = {
  name: 'name',
  status: 'status',
  owner: 'owner',
  source: 'source',
  followUp: 'followUp',
  lastContact: 'lastContact',
};

interface LeadsHeadProps extends SortProps {
  column: ListColumn | 'name';
  /** The name of the column. */
  children: string;
  className?: string;
}

/**
 * The head of a column. Where the list can be sorted by it, one press sorts, a second one reverses the
 * order, and a third one sorts by the newest again.
 */
export function LeadsHead({ column, sort, onSort, children, className }: LeadsHeadProps) {
  const props = { children, className };
  if (column === 'received') {
    const isOldest = sort === 'oldest';
    const sorted = isOldest ? 'ascending' : sort === 'newest' && 'descending';
    return (
      <SortHead
        {...props}
        end
        sorted={sorted}
        onPress={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}
      />
    );
  }

  const key = keys[column];
  if (!key) return <Th className={className}>{children}</Th>;
  const next: LeadSort = sort === key ? `-${key}` : key;
  const isReversed = sort === `-${key}`;
  return (
    <SortHead
      {...props}
      sorted={isReversed ? 'descending' : sort === key && 'ascending'}
      onPress={() => onSort(isReversed ? 'newest' : next)}
    />
  );
}
