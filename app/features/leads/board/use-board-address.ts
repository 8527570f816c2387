'use client';

import { useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { useRemembered } from '#app/_trpc/use-remembered.ts';
import {
  emptyAddress,
  isGivenIn,
  type LeadsAddress,
  readAddress,
  writeAddress,
} from '#server/panel-api/schemas/leads-address.ts';
import type { MemberView } from '#server/panel-api/schemas/members.ts';
import { changeAddress, readBoardAddress } from './board-address.ts';

/**
 * The filter of leads in the address, remembered for the board of each funnel.
 *
 * @param members absent while they are unknown: then any owner is taken for one
 */
export function useBoardAddress(funnelId: string, members: readonly MemberView[] | undefined) {
  const params = useSearchParams();
  const read = useMemo(() => readBoardAddress(params, members), [params, members]);

  useRemembered({
    screen: `board.${funnelId}`,
    query: writeAddress(read.address),
    isGiven: isGivenIn(params),
    restore: (query) => set(readAddress(new URLSearchParams(query))),
  });

  function set(change: Partial<LeadsAddress>): void {
    const url = new URL(location.href);
    changeAddress(url, change);
    if (url.href !== location.href) history.replaceState(null, '', url);
  }

  return { ...read, set, clear: () => set(emptyAddress) };
}
