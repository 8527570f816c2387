'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback } from 'react';

/** Marks the history entry of a lead that was opened over its screen. */
const mark = 'leadgateLead';
const isOpened = () => history.state?.[mark] === true;

function addressOf(leadId: string): URL {
  const url = new URL(location.href);
  if (leadId) url.searchParams.set('lead', leadId);
  else url.searchParams.delete('lead');
  return url;
}

/** Opens a lead over the screen: the address names it, and Back closes it. */
export function openLead(leadId: string): void {
  history.pushState({ [mark]: true }, '', addressOf(leadId));
}

/** Shows another lead instead of the open one. */
export function replaceLead(leadId: string): void {
  history.replaceState(isOpened() ? { [mark]: true } : null, '', addressOf(leadId));
}

let isClosing = false;

/** Goes back where `openLead` came from, so that closed leads leave no history entries. */
export function closeLead(): void {
  if (isClosing) return;
  if (!isOpened()) {
    history.replaceState(null, '', addressOf(''));
    return;
  }
  isClosing = true;
  const end = () => {
    isClosing = false;
  };
  addEventListener('popstate', end, { once: true });
  history.back();
}

/** The address of the screen, with its filters, and of a lead over it. */
export function useLeadHref() {
  const params = new URLSearchParams(useSearchParams());
  params.delete('lead');
  const query = params.toString();

  return useCallback((id: string) => `?${query}${query && '&'}lead=${id}`, [query]);
}
