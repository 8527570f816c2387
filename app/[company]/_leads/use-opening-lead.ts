'use client';

import { queryOptions, skipToken, useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter } from 'next/navigation';
import { useCallback, useEffect } from 'react';
import { useCached } from '#app/_trpc/use-cached.ts';
import type { StepView } from '#server/panel-api/schemas/funnels.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';

/** What a list knows of a lead. */
export interface ListedLead {
  row: LeadRow;
  step: StepView;
}

const listedLead = (href: string) =>
  queryOptions<ListedLead>({ queryKey: ['listed lead', href], queryFn: skipToken });

/**
 * Opens the page of a lead. The address changes at once, so that Back leads to the list again; the
 * screen of the list then shows what `useOpeningLead` returns, and calls `useLeadPage`.
 */
export function useOpenLead() {
  const queryClient = useQueryClient();

  return useCallback(
    (href: string, listed: ListedLead) => {
      queryClient.setQueryData(listedLead(href).queryKey, listed);
      history.pushState(null, '', href);
      scrollTo({ top: 0 });
    },
    [queryClient],
  );
}

/** What the list knows of the lead that the address names. */
export function useOpeningLead(): ListedLead | undefined {
  return useCached(listedLead(usePathname()).queryKey);
}

/** Requests the page that the address names; in an effect, because the answer delays the transition. */
export function useLeadPage(): void {
  const router = useRouter();
  const pathname = usePathname();

  useEffect(() => router.replace(pathname), [router, pathname]);
}
