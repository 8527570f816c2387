'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import type { LeadsQuery } from '#server/panel-api/schemas/lead-list.ts';

/** Leads of the company. `LiveQueries` keeps the list current. */
export const useCompanyLeads = (input: LeadsQuery) =>
  useInfiniteQuery(
    useTRPC().leads.listAll.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    }),
  );
