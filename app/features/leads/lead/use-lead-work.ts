'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useLayoutEffect } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { useRefreshLeads } from '#app/features/leads/use-change-leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

/** Returns a function for what was saved of a lead: shows it at once, and says so. */
export function useSaved() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const refreshLeads = useRefreshLeads();

  return (saved: LeadDetail, message: string) => {
    const { queryKey } = trpc.leads.get.queryOptions({ id: saved.id });
    queryClient.setQueryData(queryKey, saved);
    /* Also ends a request from before this change, whose answer would show the old value. */
    queryClient.invalidateQueries({ queryKey });
    refreshLeads();
    queryClient.invalidateQueries(trpc.leads.duplicates.pathFilter());
    announce(message);
  };
}

/** Names of the drafts of a lead, for `useDraft`. */
export const workDrafts = {
  note: (leadId: string) => `lead.${leadId}.note`,
  call: (leadId: string) => `lead.${leadId}.call`,
  message: (leadId: string) => `lead.${leadId}.message`,
  followUp: (leadId: string) => `lead.${leadId}.followUp`,
  choice: (leadId: string, field: string) => `lead.${leadId}.choice.${field}`,
};

type Heir = (own: HTMLElement) => HTMLElement | null | undefined;

/**
 * When an element is removed that has the focus, focuses another one, unless the focus is elsewhere by
 * then. Otherwise it would fall to the top of the page.
 *
 * @param heirOf called while the element is still in the page. Guarantee: it never changes.
 */
export function usePassFocus(own: RefObject<HTMLElement | null>, heirOf: Heir): void {
  useLayoutEffect(() => {
    const element = own.current;

    return () => {
      if (!element?.contains(document.activeElement)) return;
      const heir = heirOf(element);
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) heir?.focus();
      });
    };
  }, [own, heirOf]);
}

/**
 * The button of the note form. Not the box: in it the next key would be typed, and a phone would show
 * its keyboard.
 */
export const modeButton: Heir = (own) =>
  own.closest('section')?.querySelector<HTMLElement>('button[aria-keyshortcuts="n"]');

/** The content of the page. */
export const mainContent: Heir = () => document.querySelector('main');

/** The entry of the timeline. */
export const timelineEntry: Heir = (own) => own.closest('li');

/** The button of the contact that edits the lead. */
export const editButton: Heir = (own) =>
  own.closest('section')?.querySelector<HTMLElement>('button');
