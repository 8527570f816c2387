'use client';

import { Search } from 'lucide-react';
import { useState } from 'react';
import { useAddress } from './address.ts';
import { Button } from './button.tsx';
import { Input, Select } from './field.tsx';
import { EmptyState } from './states.tsx';
import { SortHead } from './table.tsx';

/** An order of a list. */
export interface Order<Item> {
  label: string;
  /** Which items come first by default; absent for the order that is chosen for the list. */
  compare?: (one: Item, other: Item) => number;
  /** What the column header says of `compare`. */
  direction?: 'ascending' | 'descending';
}

/** `João` and `joao` are the same. */
const fold = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether a text contains all words of a search, in any order. */
export function matches(text: string, search: string): boolean {
  const folded = fold(text);
  return fold(search)
    .split(/\s+/)
    .every((word) => folded.includes(word));
}

/** Guarantee of the cast: an object literal of orders has no other keys than its type names. */
const namesOf = <Name extends string>(orders: Readonly<Record<Name, unknown>>) =>
  Object.keys(orders) as Name[];

/**
 * Search and order of a list whose items are all loaded. The order is kept in the address; the
 * search is not: a pasted secret would stay in the history.
 *
 * @param orders the first is the default
 */
export function useListTools<Item, Name extends string>(
  items: readonly Item[],
  orders: Readonly<Record<Name, Order<Item>>>,
  isMatch: (item: Item, search: string) => boolean,
) {
  const [search, setSearch] = useState('');
  const [sort, setSort] = useAddress('sort');
  const names = namesOf(orders);
  const [byDefault] = names;
  if (byDefault === undefined) throw new Error('A list needs an order');
  const name = names.find((each) => each === sort.replace(/^-/, '')) ?? byDefault;
  const { compare } = orders[name];
  const reversed = sort.startsWith('-') && name !== byDefault;

  const choose = (next: Name, reverse = false) =>
    setSort(next === byDefault ? '' : `${reverse ? '-' : ''}${next}`);

  /** The first direction, the other one, the default order. */
  const press = (next: Name) =>
    next === name ? choose(reversed ? byDefault : next, !reversed) : choose(next);

  const found = search.trim() ? items.filter((item) => isMatch(item, search.trim())) : [...items];
  if (compare) found.sort((one, other) => (reversed ? compare(other, one) : compare(one, other)));

  return { items: found, search, setSearch, orders, names, name, reversed, choose, press };
}

/** Search and order, as far as header and tools show them. */
export interface ListTools<Name extends string> {
  search: string;
  setSearch: (text: string) => void;
  orders: Readonly<Record<Name, Pick<Order<never>, 'label' | 'direction'>>>;
  names: readonly Name[];
  name: Name;
  reversed: boolean;
  choose: (name: Name) => void;
  press: (name: Name) => void;
}

interface ListBarProps<Name extends string> {
  tools: ListTools<Name>;
  /** Plural: `API keys`. */
  noun: string;
  placeholder: string;
  found: number;
  total: number;
}

/** Fewer items are seen at a glance. */
const searchedFrom = 6;

/** The search box and the order, which a phone has no column headers for. */
export function ListBar<Name extends string>({
  tools,
  noun,
  placeholder,
  found,
  total,
}: ListBarProps<Name>) {
  const isUsed = tools.search !== '' || tools.name !== tools.names[0];
  if (total < searchedFrom && !isUsed) return null;

  function choose(text: string) {
    const name = tools.names.find((each) => each === text);
    if (name) tools.choose(name);
  }

  return (
    <search className="mb-3 flex flex-wrap items-center justify-between gap-3">
      <span className="relative w-full sm:w-80">
        <Search
          aria-hidden
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-fg-muted"
        />
        <Input
          type="search"
          aria-label={`Search ${noun}`}
          placeholder={placeholder}
          autoComplete="off"
          maxLength={200}
          value={tools.search}
          onChange={(event) => tools.setSearch(event.currentTarget.value)}
          className="pr-2.5 pl-8.5"
        />
      </span>
      <span className="w-full sm:w-52">
        <Select
          aria-label={`Order of ${noun}`}
          value={tools.name}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          {tools.names.map((name) => (
            <option key={name} value={name}>
              {tools.orders[name].label}
            </option>
          ))}
        </Select>
      </span>
      <p role="status" className="sr-only">
        {tools.search.trim() && `${found} found`}
      </p>
    </search>
  );
}

interface SortThProps<Name extends string> {
  tools: ListTools<Name>;
  name: Name;
  /** The name of the column. */
  children: string;
  /** Aligned as its numbers are: the arrow then stands before the name. */
  end?: boolean;
  className?: string;
}

/** A column header that sorts: pressed again it reverses, then returns to the default order. */
export function SortTh<Name extends string>({
  tools,
  name,
  children,
  end = false,
  className,
}: SortThProps<Name>) {
  const { direction = 'ascending' } = tools.orders[name];
  const opposite = direction === 'ascending' ? 'descending' : 'ascending';
  const sorted = tools.name === name && (tools.reversed ? opposite : direction);

  return (
    <SortHead sorted={sorted} end={end} className={className} onPress={() => tools.press(name)}>
      {children}
    </SortHead>
  );
}

/** Shown when nothing matches the search. */
export function NothingFound({
  noun,
  search,
  onClear,
}: {
  noun: string;
  search: string;
  onClear: () => void;
}) {
  return (
    <EmptyState
      drawing="search"
      title={
        <>
          No {noun} matches “<bdi className="[overflow-wrap:anywhere]">{search.trim()}</bdi>”
        </>
      }
      action={<Button onClick={onClear}>Clear search</Button>}
    />
  );
}
