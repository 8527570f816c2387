'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';

/** A lead, kept up to date. */
export function useLead(leadId: string) {
  const options = useTRPC().leads.get.queryOptions({ id: leadId });

  return useQuery({
    ...options,
    refetchOnWindowFocus: 'always',
    /* Longer than a slow network takes to bring the lead and the code. */
    staleTime: 10_000,
  });
}

const goneCodes = new Set(['NOT_FOUND', 'BAD_REQUEST']);

/** Whether there is no such lead for this user, or no longer. A malformed ID is none either. */
export const isGone = ({ error }: { error: unknown }): boolean =>
  error !== null && goneCodes.has(readFailure(error).code ?? '');
