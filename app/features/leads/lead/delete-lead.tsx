'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Eraser, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { removeDrafts } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { Button } from '#app/_ui/button.tsx';
import { usePassFocus } from '#app/_ui/focus.ts';
import { late } from '#app/_ui/late.tsx';
import { LocalTime } from '#app/_ui/time.tsx';
import { showDone } from '#app/_ui/toaster.tsx';
import { useRefreshFunnels } from '#app/features/funnels/use-refresh-funnels.ts';
import { useChangeLeads, useRefreshLeads } from '#app/features/leads/use-change-leads.ts';
import { deletedLeadRetentionDays } from '#db/values/limits.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

const EraseLeadDialog = late(async () => (await import('./erase-lead-dialog.tsx')).EraseLeadDialog);

/** The content of the sheet, or of the page. */
const around = (own: HTMLElement) => own.closest<HTMLElement>('[tabindex="-1"]');

interface DeletedNoticeProps {
  lead: Pick<LeadDetail, 'id' | 'name'>;
  deletion: LeadEvent;
  /** Leaves the lead. */
  onErased: () => void;
}

export function DeletedNotice({ lead, deletion, onErased }: DeletedNoticeProps) {
  const own = useRef<HTMLDivElement>(null);
  const { run, pending } = useChangeLeads();
  const queryClient = useQueryClient();
  const shown = useTRPC().leads.get.queryFilter({ id: lead.id });
  const erase = useEraseLead(lead, onErased);
  usePassFocus(own, around);

  async function restore() {
    await run([lead.id], { field: 'deleted', to: false }, 'restored');
    await queryClient.invalidateQueries(shown);
  }

  return (
    <div
      ref={own}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md bg-warning-soft py-2 pr-2 pl-4 text-warning"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <Trash2 aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span className="[overflow-wrap:anywhere]">
          Deleted by <bdi>{deletion.actorName}</bdi> on <LocalTime at={deletion.createdAt} />. It
          can be restored for {deletedLeadRetentionDays} days.
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        {erase.isAllowed && (
          <Button ref={erase.opener} variant="ghost" onClick={erase.start}>
            <Eraser aria-hidden />
            Erase lead…
          </Button>
        )}
        <Button pending={pending} onClick={() => void restore()}>
          <Undo2 aria-hidden />
          Restore
        </Button>
      </div>
      {erase.dialog}
    </div>
  );
}

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

type LeadEvent = LeadDetail['events'][number];

/** The last deletion of a lead that was not restored since. */
export function deletionOf({
  id,
  events,
}: Pick<LeadDetail, 'id' | 'events'>): LeadEvent | undefined {
  const last = events.findLast(
    ({ leadId, type }) => leadId === id && (type === 'deleted' || type === 'restored'),
  );
  return last?.type === 'deleted' ? last : undefined;
}
