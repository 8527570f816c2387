'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import type { Heir } from '#app/_ui/focus.ts';
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

/**
 * The button of the note form. Not the box: in it the next key would be typed, and a phone would show
 * its keyboard.
 */
export const modeButton: Heir = (own) =>
  own.closest('section')?.querySelector<HTMLElement>('button[aria-keyshortcuts="n"]');

/** The entry of the timeline. */
export const timelineEntry: Heir = (own) => own.closest('li');

/** The button of the contact that edits the lead. */
export const editButton: Heir = (own) =>
  own.closest('section')?.querySelector<HTMLElement>('button');
