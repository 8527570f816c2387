'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { removeDrafts } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { showDone } from '#app/_ui/toaster.tsx';
import { useRefreshLeads } from '#app/[company]/_leads/use-refresh-leads.ts';
import { useRefreshFunnels } from '#app/[company]/funnels/_parts/use-refresh-funnels.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';
import { EraseLeadDialog } from './erase-lead-dialog.tsx';

interface EraseLead {
  /** Only admins may erase. */
  isAllowed: boolean;
  /** Asks first. */
  start: () => void;
  /** Of the button that opens the dialog, or the menu with its item: it gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>;
  dialog: ReactNode;
}

/** @param onErased leaves the lead */
export function useEraseLead(
  lead: Pick<LeadDetail, 'id' | 'name'>,
  onErased: () => void,
): EraseLead {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { user, company } = useSession();
  const isAllowed = useCan('admin');
  const announce = useAnnounce();
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [refreshLeads, refreshFunnels] = [useRefreshLeads(), useRefreshFunnels()];
  const close = () => setOpen(false);

  async function leave() {
    removeDrafts(user.id, `${company.slug}.lead.${lead.id}.`);
    announce('Lead erased');
    showDone('Lead erased');
    await refreshLeads();
    onErased();
    /* Not read again now: nothing shows it. */
    const shown = trpc.leads.get.queryFilter({ id: lead.id });
    void queryClient.invalidateQueries({ ...shown, refetchType: 'none' });
    void refreshFunnels();
  }

  const dialog = open && <EraseLeadDialog lead={lead} onClose={close} onErased={leave} />;

  /**
   * Passes the focus on first, once the press is over: when a menu item is removed that has it, the
   * sheet takes it from the dialog.
   */
  function start() {
    requestAnimationFrame(() => {
      opener.current?.focus();
      setOpen(true);
    });
  }

  return { isAllowed, start, opener, dialog };
}
