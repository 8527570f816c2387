'use client';

import { Dialog } from '@base-ui/react/dialog';
import { useSearchParams } from 'next/navigation';
import { useRef, useState, useSyncExternalStore } from 'react';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { Button } from '#app/_ui/button.tsx';
import { useClamped } from '#app/_ui/clamped.tsx';
import { cn } from '#app/_ui/cn.ts';
import { mainContent } from '#app/_ui/focus.ts';
import { late, usePreload } from '#app/_ui/late.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { DuplicateDialogs } from '#app/features/leads/duplicates/duplicate-dialogs.tsx';
import { NoNameMark } from '#app/features/leads/marks.tsx';
import { closeLead, onceRendered } from '#app/features/leads/open-lead.ts';
import { LeadMeta, LeadSectionsSkeleton } from './lead-layout.tsx';
import { LeadSheetToolbar, type SheetList } from './lead-sheet-toolbar.tsx';
import { OutcomeQuestions } from './outcome-questions.tsx';
import { isGone, useLead } from './use-lead.ts';

const LeadContent = late(
  async () => (await import('./lead-content.tsx')).LeadContent,
  LeadSectionsSkeleton,
);

interface LeadSheetProps {
  lists: readonly SheetList[];
}

const sideBySide = '(min-width: 1024px)';
function subscribeToWidth(listener: () => void): () => void {
  const query = matchMedia(sideBySide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
const isWide = () => matchMedia(sideBySide).matches;

/** Whether a lead that is open stands beside its screen, and not in front of it. */
export const useIsBeside = () => useSyncExternalStore(subscribeToWidth, isWide, () => false);

/**
 * Shows the lead that the address names (`?lead=ID`): beside the screen, which stays usable, or in front
 * of it where there is no room. Closing it removes the parameter and keeps the others. The code of its
 * sections is loaded after that of the screen, so that neither waits for it: the screen is there first,
 * and a lead opens at once, also offline.
 */
export function LeadSheet({ lists }: LeadSheetProps) {
  const leadId = useSearchParams().get('lead') ?? '';
  const [shownId, setShownId] = useState(leadId);
  const isBeside = useIsBeside();
  if (leadId && leadId !== shownId) setShownId(leadId);
  usePreload(LeadContent);

  return (
    <>
      <Sheet open={leadId !== ''} leadId={shownId} lists={lists} />
      {(leadId === '' || isBeside) && <OutcomeQuestions leadId={leadId} />}
      {leadId === '' && <DuplicateDialogs />}
    </>
  );
}

interface SheetProps extends LeadSheetProps {
  open: boolean;
  leadId: string;
}

/** The card or row of a lead, while it is on the screen. */
const linkOf = (leadId: string) =>
  document.querySelector<HTMLElement>(`main a[href*="lead=${CSS.escape(leadId)}"]`);

const noList: SheetList = { ids: [] };

/** A menu, dialog or field of the screen, whose Escape closes no sheet. */
const ownEscape = '[role="menu"], [role="dialog"], [role="alertdialog"], input, textarea, select';
function isForScreen({ target }: Event): boolean {
  const taker = target instanceof Element ? target.closest(ownEscape) : null;
  return taker !== null && taker.closest('[data-side-panel]') === null;
}

function Sheet({ open, leadId, lists }: SheetProps) {
  const content = useRef<HTMLDivElement>(null);
  const isBeside = useIsBeside();
  const [last, setLast] = useState<{ id: string; list: SheetList }>();
  const found = lists.find(({ ids }) => ids.includes(leadId));
  if (found && (last?.id !== leadId || last.list !== found)) setLast({ id: leadId, list: found });
  const wasListed = found !== undefined || last?.id === leadId;

  function finalFocus() {
    const link = linkOf(leadId);
    if (link) return link;
    if (found) {
      /* A long list renders it in a moment. */
      const sheet = content.current?.parentElement;
      onceRendered(leadId, (place) => {
        const { activeElement: now } = document;
        const isKept = now !== document.body && !sheet?.contains(now);
        if (!isKept) (place?.querySelector('a') ?? mainContent())?.focus();
      });
      return false;
    }
    /* A lead that was deleted or moved has left the screen, with the link that had the focus. */
    return (wasListed && mainContent()) || true;
  }

  return (
    <Dialog.Root
      open={open}
      modal={!isBeside}
      disablePointerDismissal={isBeside}
      onOpenChange={(next, { reason, event }) => {
        if (next || (isBeside && reason === 'escape-key' && isForScreen(event))) return;
        closeLead();
      }}
    >
      <Dialog.Portal>
        {!isBeside && (
          <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        )}
        <Dialog.Popup
          data-testid="lead-sheet"
          data-side-panel={isBeside ? '' : undefined}
          initialFocus={content}
          finalFocus={finalFocus}
          className={cn(
            'fixed inset-y-0 right-0 flex flex-col bg-bg outline-none transition-transform duration-200 data-[ending-style]:translate-x-full data-[starting-style]:translate-x-full',
            isBeside
              ? 'top-13 z-20 w-(--panel-width) border-border border-l'
              : 'z-40 w-full shadow-float sm:w-[min(680px,calc(100vw-48px))]',
          )}
        >
          <LeadSheetToolbar
            leadId={leadId}
            list={found ?? last?.list ?? noList}
            content={content}
          />
          <div
            ref={content}
            tabIndex={-1}
            className="min-h-0 grow overflow-y-auto px-4 py-4 outline-none sm:px-5"
          >
            <SheetLead key={leadId} leadId={leadId} />
          </div>
          <DuplicateDialogs />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function SheetLead({ leadId }: { leadId: string }) {
  const lead = useLead(leadId);
  const title = lead.data?.name ?? 'Lead';
  const heading = useClamped<HTMLHeadingElement>();

  return (
    <>
      <Dialog.Title
        ref={heading.ref}
        className={cn('font-semibold text-xl [overflow-wrap:anywhere]', heading.className)}
      >
        {lead.data && !isGone(lead) && <NoNameMark lead={lead.data} />}
        <bdi>{isGone(lead) ? 'Lead not found' : title}</bdi>
      </Dialog.Title>
      {heading.button}
      {lead.isPending && <LeadSectionsSkeleton />}
      {isGone(lead) && (
        <div className="mt-4">
          <EmptyState
            title="There is no such lead"
            action={<Button onClick={closeLead}>Close</Button>}
          >
            It was deleted, or you may not see it.
          </EmptyState>
        </div>
      )}
      {!lead.isPending && !lead.data && !isGone(lead) && (
        <div className="mt-4">
          <QueryFailure query={lead} title="This lead could not be loaded" />
        </div>
      )}
      {lead.data && !isGone(lead) && (
        <>
          <div className="mt-0.5 mb-4 text-fg-muted">
            <LeadMeta lead={lead.data} step={lead.data.step} funnel={lead.data.funnel} />
          </div>
          <LeadContent lead={lead.data} onDeleted={closeLead} />
        </>
      )}
    </>
  );
}
