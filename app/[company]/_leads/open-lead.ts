'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback } from 'react';

/** In the state of the history entry of a lead that was opened over its screen. */
export const openedMark = 'leadgateLead';

/** The address of the screen with another lead over it, or with none. */
export function addressOf(leadId: string): URL {
  const url = new URL(location.href);
  if (leadId) url.searchParams.set('lead', leadId);
  else url.searchParams.delete('lead');
  return url;
}

/** Opens a lead over the screen: the address names it, and Back closes it. */
export const openLead = (leadId: string) =>
  history.pushState({ [openedMark]: true }, '', addressOf(leadId));

/** For the address of a lead over the screen, with the filters of the screen. */
export function useLeadHref() {
  const params = new URLSearchParams(useSearchParams());
  params.delete('lead');
  const query = params.toString();

  return useCallback((id: string) => `?${query}${query && '&'}lead=${id}`, [query]);
}
