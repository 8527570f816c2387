'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import {
  type FilterName,
  filterNames,
  joinValues,
  readFilter,
  valuesOf,
} from '#app/[company]/_leads/filter-address.ts';
import type { MemberView } from '#server/panel-api/schemas/members.ts';

/**
 * The filter of leads in the address.
 *
 * @param members absent while they are unknown: then any owner is taken for one
 */
export function useFilterAddress(members: readonly MemberView[] | undefined) {
  const params = useSearchParams();
  const read = useMemo(
    () => readFilter(params, (id) => !members || members.some((member) => member.id === id)),
    [params, members],
  );

  function set(values: Partial<Record<FilterName, readonly string[]>>): void {
    const url = new URL(location.href);
    for (const [name, chosen] of Object.entries(values)) {
      if (chosen.length > 0) url.searchParams.set(name, joinValues(chosen));
      else url.searchParams.delete(name);
    }
    if (url.href !== location.href) history.replaceState(null, '', url);
  }

  return {
    ...read,
    valuesOf: (name: FilterName) => valuesOf(params.get(name)),
    set,
    clear: () => set(Object.fromEntries(filterNames.map((name) => [name, []]))),
  };
}

export type FilterAddress = ReturnType<typeof useFilterAddress>;
