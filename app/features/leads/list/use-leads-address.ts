'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useTRPC } from '#app/_trpc/client.ts';
import { useShown } from '#app/_ui/address.ts';
import type { LeadsQuery } from '#server/panel-api/schemas/lead-list.ts';
import {
  emptyAddress,
  isGivenIn,
  malformedIn,
  readAddress,
  writeAddress,
} from '#server/panel-api/schemas/leads-address.ts';

/** What the list shows, kept in the address. */
export function useLeadsAddress() {
  const params = useSearchParams();
  const [address, setAddress] = useShown({
    read: readAddress,
    write: writeAddress,
    empty: emptyAddress,
  });

  return { address, isGiven: isGivenIn(params), malformed: malformedIn(params), setAddress };
}

/** Leads of the company. `LiveQueries` keeps the list current. */
export const useCompanyLeads = (input: LeadsQuery) =>
  useInfiniteQuery(
    useTRPC().leads.listAll.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    }),
  );
