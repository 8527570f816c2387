'use client';

import { Dialog } from '@base-ui/react/dialog';
import { ChevronDown, ChevronUp, Maximize2, X } from 'lucide-react';
import Link from 'next/link';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { buttonClasses, IconButton } from '#app/_ui/button.tsx';
import { digits } from '#app/_ui/format.ts';
import { useShortcuts } from '#app/_ui/use-shortcuts.ts';
import { neighboursOf, replaceLead } from '#app/features/leads/open-lead.ts';

/** A list on the screen, which the sheet goes through. */
export interface SheetList {
  /** Of the leads that are loaded, in their order. */
  ids: readonly string[];
  /** How many there are in all; absent where that is what is loaded. */
  total?: { leads: number; isAtLeast: boolean } | undefined;
  /** Loads the next ones; absent at the end. */
  loadMore?: (() => Promise<unknown>) | undefined;
}

interface LeadSheetToolbarProps {
  leadId: string;
  /** The one with the lead, or the one that had it last. */
  list: SheetList;
  content: React.RefObject<HTMLDivElement | null>;
}

/** Goes through the list by buttons and keys, opens the page of the lead, and closes the sheet. */
export function LeadSheetToolbar({ leadId, list, content }: LeadSheetToolbarProps) {
  const { company } = useSession();
  const { ids, total, loadMore } = list;
  const index = ids.indexOf(leadId);
  /* The leads when the open one was among them last: a change of its status may end that. */
  const [listed, setListed] = useState(ids);
  if (index >= 0 && ids !== listed) setListed(ids);
  const { previous, next } = neighboursOf(leadId, ids, listed);
  const mayLoadAfter = (id: string) => loadMore !== undefined && id === ids.at(-1);
  const hasNext = next !== undefined || mayLoadAfter(leadId);
  const hasOthers = ids.length > 1 || previous !== undefined || hasNext;
  /** The lead whose next one is being loaded. */
  const [awaitedAfter, setAwaitedAfter] = useState<string>();
  const isAwaited = awaitedAfter === leadId;
  /**
   * Leads that were gone to and are not rendered yet, in their order: keys are pressed faster than that,
   * and Next sets the address back to each lead that it renders.
   */
  const ahead = useRef<string[]>([]);
  useEffect(() => {
    const rendered = ahead.current.lastIndexOf(leadId);
    ahead.current = rendered < 0 ? [] : ahead.current.slice(rendered + 1);
  }, [leadId]);

  function show(id: string) {
    // There and back at once renders nothing anew.
    ahead.current = id === leadId ? [] : [...ahead.current, id];
    replaceLead(id);
    content.current?.scrollTo({ top: 0 });
  }
  const showNext = useEffectEvent(() => next !== undefined && show(next));
  useEffect(() => {
    if (isAwaited && next !== undefined) showNext();
  }, [isAwaited, next]);

  async function loadAfter(id: string) {
    setAwaitedAfter(id);
    // The list says that it could not be loaded.
    await loadMore?.().catch(() => {});
    // The query tells the list in a timer, which was set before this one.
    setTimeout(() => setAwaitedAfter(undefined));
  }
  function go(way: 'previous' | 'next'): boolean {
    const from = ahead.current.at(-1) ?? leadId;
    const to = neighboursOf(from, ids, listed)[way];
    if (to !== undefined) show(to);
    else if (way === 'next' && mayLoadAfter(from)) void loadAfter(from);
    else return false;
    return true;
  }
  useShortcuts(content, { j: () => go('next'), k: () => go('previous') });

  return (
    <div className="flex shrink-0 items-center gap-1 border-border border-b bg-surface px-2 py-2 sm:px-3">
      {hasOthers && (
        <>
          <IconButton
            label="Previous lead (k)"
            disabled={previous === undefined}
            onClick={() => go('previous')}
          >
            <ChevronUp aria-hidden />
          </IconButton>
          <IconButton label="Next lead (j)" disabled={!hasNext} onClick={() => go('next')}>
            <ChevronDown aria-hidden />
          </IconButton>
        </>
      )}
      {index >= 0 && hasOthers && (
        <p className="tabular ml-1 text-fg-muted text-sm">
          {digits(index + 1)} of {digits(Math.max(total?.leads ?? 0, ids.length))}
          {total?.isAtLeast && '+'}
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
