'use client';

import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';

interface LeadsShown {
  stepId: string;
  search?: string | undefined;
  tests?: true | undefined;
}

/** The leads of a step, or its tests. `LiveQueries` keeps the list current. */
export const useLeads = (input: LeadsShown) =>
  useInfiniteQuery(
    useTRPC().leads.list.infiniteQueryOptions(input, {
      getNextPageParam: (page) => page.nextCursor,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: false,
    }),
  );
