'use client';

import { queryOptions, skipToken, useQueryClient } from '@tanstack/react-query';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useCallback, useEffect } from 'react';
import { useCached } from '#app/_trpc/use-cached.ts';
import type { StepView } from '#server/panel-api/schemas/funnels.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';

/** In the state of the history entry that `openLead` added. A filter that is changed later removes it. */
const openedMark = 'leadgateLead';

const isOpened = () => history.state?.[openedMark] === true;

/** The address of the screen with another lead over it, or with none. */
function addressOf(leadId: string): URL {
  const url = new URL(location.href);
  if (leadId) url.searchParams.set('lead', leadId);
  else url.searchParams.delete('lead');
  return url;
}

/** Whether a lead is open over its screen. */
export const isLeadOpen = (): boolean => new URL(location.href).searchParams.has('lead');

/** Opens a lead: the address names it, and Back closes it. Another one takes the place of an open one. */
export function openLead(leadId: string): void {
  if (isLeadOpen()) replaceLead(leadId);
  else history.pushState({ [openedMark]: true }, '', addressOf(leadId));
}

/** The lead that is open beside or in front of the screen. */
export const useOpenId = (): string | undefined => useSearchParams().get('lead') || undefined;

/** A long list renders a card or row further down a moment later, once its code is loaded. */
const framesToRender = 60;

/**
 * Waits for the card or row of a lead.
 *
 * @param act called with it once it is rendered, or with null when it is not
 * @returns ends the wait
 */
export function onceRendered(leadId: string, act: (place: HTMLElement | null) => void): () => void {
  const selector = `main [data-lead="${CSS.escape(leadId)}"]`;
  let frames = framesToRender;
  let request = requestAnimationFrame(look);
  function look() {
    const place = document.querySelector<HTMLElement>(selector);
    frames -= 1;
    if (place || frames === 0) act(place);
    else request = requestAnimationFrame(look);
  }

  return () => cancelAnimationFrame(request);
}

/** Scrolls to the card or row of a lead, once it is rendered. */
export function useKeptInSight(leadId: string | undefined): void {
  useEffect(() => {
    if (leadId === undefined) return undefined;
    return onceRendered(leadId, (place) =>
      place?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    );
  }, [leadId]);
}

/** For the address of a lead over the screen, with the filters of the screen. */
export function useLeadHref() {
  const params = new URLSearchParams(useSearchParams());
  params.delete('lead');
  const query = params.toString();

  return useCallback((id: string) => `?${query}${query && '&'}lead=${id}`, [query]);
}

/** Shows another lead instead of the open one. */
export const replaceLead = (leadId: string) =>
  history.replaceState(isOpened() ? { [openedMark]: true } : null, '', addressOf(leadId));

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

/**
 * The leads before and after one. When it has left the list, they are those that were beside it and
 * are still there.
 *
 * @param leadIds the list now
 * @param listed the list when it last contained the lead
 */
export function neighboursOf(
  leadId: string,
  leadIds: readonly string[],
  listed: readonly string[],
): { previous: string | undefined; next: string | undefined } {
  const order = leadIds.includes(leadId) ? leadIds : listed;
  const index = order.indexOf(leadId);
  if (index < 0) return { previous: undefined, next: undefined };

  const isThere = (id: string) => leadIds.includes(id);
  return {
    previous: order.slice(0, index).findLast(isThere),
    next: order.slice(index + 1).find(isThere),
  };
}

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
