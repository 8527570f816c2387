'use client';

import { Dialog } from '@base-ui/react/dialog';
import { ChevronDown, ChevronUp, Maximize2, X } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useSearchParams } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { Button, buttonClasses, IconButton } from '#app/_ui/button.tsx';
import { useClamped } from '#app/_ui/clamped.tsx';
import { cn } from '#app/_ui/cn.ts';
import { digits } from '#app/_ui/format.ts';
import { NotLoaded } from '#app/_ui/late.tsx';
import { EmptyState } from '#app/_ui/states.tsx';
import { useShortcuts } from '#app/_ui/use-shortcuts.ts';
import { DuplicateDialogs } from '#app/features/leads/duplicates/duplicate-dialogs.tsx';
import { NoNameMark } from '#app/features/leads/marks.tsx';
import { closeLead, neighboursOf, replaceLead } from '#app/features/leads/open-lead.ts';
import { LeadMeta, LeadSectionsSkeleton } from './lead-layout.tsx';
import { OutcomeQuestions } from './outcome-questions.tsx';
import { isGone, useLead } from './use-lead.ts';

const loadContent = () => import('./lead-content.tsx');
const LeadContent = dynamic(
  () =>
    loadContent().then(
      (module) => module.LeadContent,
      () => NotLoaded,
    ),
  { loading: LeadSectionsSkeleton },
);

interface LeadSheetProps {
  /** The leads of the screen in their order, for next and previous. */
  leadIds: readonly string[];
}

/**
 * Shows the lead that the address names (`?lead=ID`) over the screen. Closing it removes the
 * parameter and keeps the others. The code of its sections is loaded after that of the screen, so
 * that neither waits for it: the screen is there first, and a lead opens at once, also offline.
 */
export function LeadSheet({ leadIds }: LeadSheetProps) {
  const leadId = useSearchParams().get('lead') ?? '';
  const [shownId, setShownId] = useState(leadId);
  if (leadId && leadId !== shownId) setShownId(leadId);
  useEffect(() => {
    void Promise.allSettled([loadContent()]);
  }, []);

  return (
    <>
      <Sheet open={leadId !== ''} leadId={shownId} leadIds={leadIds} />
      {leadId === '' && <OutcomeQuestions />}
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

function Sheet({ open, leadId, leadIds }: SheetProps) {
  const content = useRef<HTMLDivElement>(null);
  const [listedId, setListedId] = useState<string>();
  if (leadIds.includes(leadId) && listedId !== leadId) setListedId(leadId);

  /* A lead that was deleted or moved has left the screen, with the link that had the focus. */
  function finalFocus() {
    const screen = listedId === leadId ? document.querySelector('main') : null;
    return linkOf(leadId) ?? screen ?? true;
  }

  return (
    <Dialog.Root open={open} onOpenChange={(next) => next || closeLead()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-[ending-style]:opacity-0 data-[starting-style]:opacity-0" />
        <Dialog.Popup
          data-testid="lead-sheet"
          initialFocus={content}
          finalFocus={finalFocus}
          className="fixed inset-y-0 right-0 z-40 flex w-full flex-col bg-bg shadow-float outline-none transition-transform duration-200 sm:w-[min(680px,calc(100vw-48px))] data-[ending-style]:translate-x-full data-[starting-style]:translate-x-full"
        >
          <Toolbar leadId={leadId} leadIds={leadIds} content={content} />
          <div
            ref={content}
            tabIndex={-1}
            className="min-h-0 grow overflow-y-auto px-4 py-4 outline-none sm:px-5"
          >
            <SheetLead key={leadId} leadId={leadId} />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

interface ToolbarProps extends Pick<SheetProps, 'leadId' | 'leadIds'> {
  content: React.RefObject<HTMLDivElement | null>;
}

function Toolbar({ leadId, leadIds, content }: ToolbarProps) {
  const { company } = useSession();
  const index = leadIds.indexOf(leadId);
  /* The leads when the open one was among them last: a change of its status may end that. */
  const [listed, setListed] = useState(leadIds);
  if (index >= 0 && leadIds !== listed) setListed(leadIds);
  const { previous, next } = neighboursOf(leadId, leadIds, listed);
  const hasOthers = leadIds.length > 1 || previous !== undefined || next !== undefined;
  const choose = (id: string | undefined) =>
    id === undefined
      ? undefined
      : () => {
          replaceLead(id);
          content.current?.scrollTo({ top: 0 });
        };
  useShortcuts(content, { j: choose(next), k: choose(previous) });

  return (
    <div className="flex shrink-0 items-center gap-1 border-border border-b bg-surface px-2 py-2 sm:px-3">
      {hasOthers && (
        <>
          <IconButton
            label="Previous lead (k)"
            disabled={previous === undefined}
            onClick={choose(previous)}
          >
            <ChevronUp aria-hidden />
          </IconButton>
          <IconButton label="Next lead (j)" disabled={next === undefined} onClick={choose(next)}>
            <ChevronDown aria-hidden />
          </IconButton>
        </>
      )}
      {index >= 0 && leadIds.length > 1 && (
        <p className="tabular ml-1 text-fg-muted text-sm">
          {digits(index + 1)} of {digits(leadIds.length)}
        </p>
      )}
      <Link
        href={`/${company.slug}/leads/${leadId}`}
        prefetch={false}
        className={buttonClasses({ variant: 'ghost', className: 'ml-auto' })}
      >
        <Maximize2 aria-hidden />
        Open full page
      </Link>
      <Dialog.Close
        render={
          <IconButton label="Close">
            <X aria-hidden />
          </IconButton>
        }
      />
    </div>
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
