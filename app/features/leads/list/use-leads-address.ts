'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'next/navigation';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import type { LeadsQuery } from '#server/panel-api/schemas/lead-list.ts';
import {
  emptyAddress,
  isGivenIn,
  type LeadsAddress,
  malformedIn,
  readAddress,
  writeAddress,
} from '#server/panel-api/schemas/leads-address.ts';

/** Parameters that are not the list's, as the open lead. */
function otherParams(): URLSearchParams {
  const params = new URLSearchParams(location.search);
  for (const name of Object.keys(emptyAddress)) params.delete(name);
  return params;
}

/**
 * What the list shows, kept in the address. The address changes too late for controlled inputs, so
 * it is also kept as state until the address changes in another way.
 */
export function useLeadsAddress() {
  const params = useSearchParams();
  const query = writeAddress(readAddress(params));
  const [seen, setSeen] = useState(query);
  const [address, setState] = useState(() => readAddress(params));
  if (query !== seen) {
    setSeen(query);
    setState(readAddress(params));
  }

  function setAddress(next: LeadsAddress): void {
    setState(next);
    const all = [writeAddress(next), otherParams().toString()].filter(Boolean).join('&');
    history.replaceState(null, '', all ? `?${all}` : location.pathname);
  }

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
