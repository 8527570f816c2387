'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { MorePages } from '#app/_trpc/query-failure.tsx';
import { useSession } from '#app/_trpc/session.tsx';
import { cn } from '#app/_ui/cn.ts';
import { late } from '#app/_ui/late.tsx';
import { Drawing } from '#app/_ui/states.tsx';
import { NewLeadsPill } from '#app/features/leads/new-leads.tsx';
import type { Owner } from '#app/features/leads/owner-looks.ts';
import type { BoardStep } from '#server/panel-api/schemas/board.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';
import { cardGap, cardHeights, firstCards } from './board-address.ts';
import { Card, type DragModule } from './card.tsx';
import { ColumnHead } from './column-head.tsx';
import { useBoardSettings } from './use-board.ts';
import type { VisibleCards as Visible } from './visible-cards.ts';

const VisibleCards = late(
  async () => (await import('./visible-cards.ts')).VisibleCards,
  () => null,
);

/** Pixels. A list that is scrolled less is at its top. */
const nearTop = 8;

export interface ColumnProps {
  step: BoardStep;
  /** Without the leads that are held back. */
  items: readonly LeadRow[];
  /** In the funnel, from 0. */
  position: number;
  funnelId: string;
  canMove: boolean;
  takesLeads: boolean;
  isFiltered: boolean;
  /** The card that the Tab key reaches, if it is in this column. */
  activeId: string | undefined;
  /** The card whose id was just copied, if it is in this column. */
  copiedId: string | undefined;
  ownerOf: (id: string | null) => Owner | undefined;
  hrefOf: (leadId: string) => string;
  drag: DragModule | undefined;
  /** Shows the leads that are held back. */
  onRelease: (stepId: string) => void;
  /** Whether the list is scrolled. */
  onScrolled: (stepId: string, isScrolled: boolean) => void;
  onOpen: (leadId: string) => void;
  onDrop: (leadId: string, stepId: string) => void;
  loadMore: (stepId: string, cursor: string) => Promise<void>;
}

/** Reports when the list leaves its top, and when it is back there. */
function useScrolled({ step, onScrolled }: ColumnProps) {
  const list = useRef<HTMLDivElement>(null);
  const wasScrolled = useRef(false);

  function report(isScrolled: boolean) {
    if (isScrolled !== wasScrolled.current) onScrolled(step.id, isScrolled);
    wasScrolled.current = isScrolled;
  }

  return {
    list,
    onScroll: () => report((list.current?.scrollTop ?? 0) > nearTop),
    toTop: () => {
      list.current?.scrollTo({ top: 0 });
      report(false);
    },
  };
}

/** Pixels of so many cards below each other. */
const heightOf = (cards: number, cardHeight: number) => cards * (cardHeight + cardGap) - cardGap;

/**
 * Whether more than the first cards may be looked at. Not before: to calculate the visible cards of
 * all columns takes a phone half a second after each load.
 */
function useUse(wantsMore: boolean, cardHeight: number) {
  const [isUsed, setUsed] = useState(false);
  const use = useCallback(() => setUsed(true), []);

  useEffect(() => {
    if (window.innerHeight > heightOf(firstCards, cardHeight)) use();
  }, [use, cardHeight]);

  return { isUsed: isUsed || wantsMore, use };
}

export const Column = memo((props: ColumnProps) => {
  const { step, items: shown, position, canMove, activeId, drag, loadMore } = props;
  const { list, onScroll, toTop } = useScrolled(props);
  const { column, isOver } = useDropTarget(props, list);
  const [{ compact }] = useBoardSettings();
  const cardHeight = cardHeights[compact ? 'compact' : 'comfortable'];
  const isLong = shown.length > firstCards;
  const isActiveLater = shown.findIndex(({ id }) => id === activeId) >= firstCards;
  const { isUsed, use } = useUse(isActiveLater, cardHeight);
  const [visible, setVisible] = useState<Visible>();
  const known = isLong ? visible : undefined;
  const leads = new Map(shown.map((lead) => [lead.id, lead]));
  const first = shown.slice(0, firstCards).map(({ id }, index) => ({ id, index, top: undefined }));
  const more = useMore(step, loadMore);
  const height = isLong ? `${known?.height ?? heightOf(shown.length, cardHeight)}px` : '';
  /** Not an attribute: the policy of the page allows none in what the server renders. */
  const setHeight = (ol: HTMLOListElement | null) => {
    if (ol) ol.style.height = height;
  };

  function showHeld() {
    toTop();
    props.onRelease(step.id);
  }

  return (
    <section
      ref={column}
      aria-labelledby={`column-${step.id}`}
      data-testid={`step-column-${step.id}`}
      onPointerEnter={use}
      onFocus={use}
      className={cn(
        'relative flex [content-visibility:auto] min-h-0 w-[min(84vw,18rem)] shrink-0 snap-center flex-col rounded-lg bg-surface-2 sm:w-72 sm:snap-align-none',
        isOver && 'outline-2 outline-primary',
      )}
    >
      <ColumnHead
        step={step}
        position={position}
        funnelId={props.funnelId}
        takesLeads={props.takesLeads}
      />
      <NewLeadsPill inColumn leads={step.items.length - shown.length} onShow={showHeld} />
      <div
        ref={list}
        onScroll={() => {
          use();
          onScroll();
        }}
        className="min-h-24 grow overflow-y-auto overscroll-y-contain px-2 pt-0.5 pb-2"
      >
        {isLong && isUsed && (
          <VisibleCards
            key={cardHeight}
            items={shown}
            list={list}
            cardHeight={cardHeight}
            activeId={activeId}
            onChange={setVisible}
          />
        )}
        {shown.length === 0 ? (
          <EmptyColumn {...props} />
        ) : (
          <ol
            aria-label={`Leads in ${step.name}`}
            ref={setHeight}
            className={known ? 'relative' : 'grid content-start gap-2'}
          >
            {(known?.cards ?? first).map(({ id, index, top }) => {
              const lead = leads.get(id);
              return (
                lead && (
                  <Card
                    key={lead.id}
                    lead={lead}
                    owner={props.ownerOf(lead.ownerId)}
                    href={props.hrefOf(lead.id)}
                    isActive={lead.id === activeId}
                    isCopied={lead.id === props.copiedId}
                    canMove={canMove}
                    place={index + 1}
                    of={step.isAtLeast ? -1 : step.leads}
                    top={top}
                    drag={drag}
                    onOpen={props.onOpen}
                  />
                )
              );
            })}
          </ol>
        )}
        {(known || !isLong) && <MorePages list={more} />}
      </div>
    </section>
  );
});

Column.displayName = 'Column';

function useDropTarget(
  { step, drag, canMove, onDrop }: ColumnProps,
  list: { current: HTMLDivElement | null },
) {
  const column = useRef<HTMLElement>(null);
  const [isOver, setOver] = useState(false);

  useEffect(() => {
    if (!drag || !canMove || !column.current || !list.current) return undefined;
    return drag.makeDropTarget({
      column: column.current,
      list: list.current,
      onOver: setOver,
      onDrop: (leadId) => onDrop(leadId, step.id),
    });
  }, [drag, canMove, list, onDrop, step.id]);

  return { column, isOver };
}

/** The next page of the column, for `MorePages`. */
function useMore({ id, nextCursor }: BoardStep, loadMore: ColumnProps['loadMore']) {
  const { mutateAsync, isPending, isError, error } = useMutation({
    mutationFn: (cursor: string) => loadMore(id, cursor),
  });
  const fetchNextPage = useCallback(async () => {
    try {
      if (nextCursor) await mutateAsync(nextCursor);
      return { isFetchNextPageError: false };
    } catch {
      return { isFetchNextPageError: true };
    }
  }, [mutateAsync, nextCursor]);

  return {
    hasNextPage: nextCursor !== null,
    isFetchingNextPage: isPending,
    isFetchNextPageError: isError,
    error,
    fetchNextPage,
  };
}

function EmptyColumn({ step, isFiltered, takesLeads, position }: ColumnProps) {
  const { company } = useSession();
  const isStart = takesLeads && position === 0;
  const text = isStart ? 'New leads appear here.' : 'No leads';

  return (
    <div className="grid justify-items-center gap-1 rounded-md border border-border-strong/50 border-dashed px-3 py-6 text-center text-fg-muted text-sm">
      {isStart && !isFiltered && <Drawing small name="board" />}
      <p>{isFiltered ? 'No lead matches' : text}</p>
      {isStart && !isFiltered && (
        <Link
          href={`/${company.slug}/integrate?step=${step.id}`}
          prefetch={false}
          className="text-primary-text hover:underline coarse:py-3"
        >
          Send the first lead
        </Link>
      )}
    </div>
  );
}
