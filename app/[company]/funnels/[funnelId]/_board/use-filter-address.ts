'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { emptyAddress, type LeadsAddress } from '#server/panel-api/schemas/leads-address.ts';
import type { MemberView } from '#server/panel-api/schemas/members.ts';
import { changeAddress, readBoardAddress } from './board-address.ts';

/**
 * The filter of leads in the address.
 *
 * @param members absent while they are unknown: then any owner is taken for one
 */
export function useFilterAddress(members: readonly MemberView[] | undefined) {
  const params = useSearchParams();
  const read = useMemo(() => readBoardAddress(params, members), [params, members]);

  function set(change: Partial<LeadsAddress>): void {
    const url = new URL(location.href);
    changeAddress(url, change);
    if (url.href !== location.href) history.replaceState(null, '', url);
  }

  return { ...read, set, clear: () => set(emptyAddress) };
}

export type FilterAddress = ReturnType<typeof useFilterAddress>;
