'use client';

import { ArrowRightLeft } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { cn } from '#app/_ui/cn.ts';
import { RelativeTime } from '#app/_ui/time.tsx';
import { tooltip } from '#app/_ui/tooltip.ts';
import { DuplicateIcon } from '#app/features/leads/duplicates/duplicate-mark.tsx';
import { toSentence } from '#app/features/leads/labels.ts';
import { LeadLink } from '#app/features/leads/lead-cells.tsx';
import {
  FirstContact,
  FollowUpMark,
  NoContact,
  NoNameMark,
  SourceIcon,
} from '#app/features/leads/marks.tsx';
import type { Owner } from '#app/features/leads/owner-looks.ts';
import { OwnerMark } from '#app/features/leads/owners.tsx';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';

export type DragModule = typeof import('./drag.ts');

interface ContentProps {
  lead: LeadRow;
  owner: Owner | undefined;
  href: string;
  /** The one card of the board that the Tab key reaches. */
  isActive: boolean;
  /** Its id was just copied. */
  isCopied: boolean;
  canMove: boolean;
  onOpen: (leadId: string) => void;
}

interface CardProps extends ContentProps {
  /** Place in the column, and leads of the step; -1 if they are not counted to the end. */
  place: number;
  of: number;
  /** Pixels from the top of the list, in a list that is not rendered as a whole. */
  top: number | undefined;
  /** Loaded when the pointer enters the board. */
  drag: DragModule | undefined;
}

/** A lead on the board. Rendered again only when something of it or its place has changed. */
export const Card = memo(({ place, of, top, drag, ...content }: CardProps) => {
  const { lead, canMove } = content;
  const card = useRef<HTMLLIElement>(null);
  const [isDragged, setDragged] = useState(false);

  useEffect(() => {
    if (!drag || !canMove || !card.current) return undefined;
    return drag.makeDraggable(card.current, lead.id, setDragged);
  }, [drag, canMove, lead.id]);

  return (
    <li
      ref={card}
      data-testid={`lead-card-${lead.id}`}
      data-lead={lead.id}
      aria-posinset={place}
      aria-setsize={of}
      style={top === undefined ? undefined : { transform: `translateY(${top}px)` }}
      className={cn(
        'group grid h-23 content-between rounded-md border border-border bg-surface py-2.5 pr-2.5 pl-3 text-sm hover:border-border-strong group-data-compact/board:h-16 group-data-compact/board:py-2',
        top === undefined ? 'relative' : 'absolute inset-x-0 top-0',
        isDragged && 'opacity-40',
      )}
    >
      <Content {...content} />
    </li>
  );
});

Card.displayName = 'Card';

/** Not rendered again when the card gets another place. The link on the name covers the card. */
const Content = memo((props: ContentProps) => {
  const { lead, owner, href, isActive, isCopied, canMove, onOpen } = props;
  const tabIndex = isActive ? 0 : -1;

  return (
    <>
      <div className="flex min-w-0 items-center gap-1.5">
        {lead.openedAt === null && (
          <span
            role="img"
            aria-label="Unread"
            className="size-2 shrink-0 rounded-full bg-primary"
          />
        )}
        <LeadLink
          href={href}
          draggable={false}
          tabIndex={tabIndex}
          dir="auto"
          title={lead.name.length > 28 ? lead.name : undefined}
          onOpen={() => onOpen(lead.id)}
          className={cn(
            'min-w-0 grow truncate text-base text-fg outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-ring',
            lead.openedAt === null ? 'font-semibold' : 'font-medium',
          )}
        >
          <NoNameMark lead={lead} />
          {lead.name}
        </LeadLink>
        {canMove && (
          <button
            type="button"
            data-move
            tabIndex={tabIndex}
            aria-haspopup="menu"
            aria-label={`Move ${lead.name} to…`}
            {...tooltip('Move to… (M)')}
            className="relative z-1 -my-1 -mr-1 grid size-6 shrink-0 place-items-center rounded-sm text-fg-muted opacity-0 hover:bg-surface-2 hover:text-fg focus-visible:opacity-100 group-hover:opacity-100 group-focus-within:opacity-100 coarse:-my-3 coarse:-mr-2.5 coarse:size-11 coarse:opacity-100"
          >
            <ArrowRightLeft aria-hidden className="size-3.5" />
          </button>
        )}
      </div>
      {/* One line of a compact card, without the source, and without the age beside a wait or follow-up. */}
      <div className="contents min-w-0 items-center gap-2 group-data-compact/board:flex group-data-compact/board:has-data-wait:[&_time]:hidden group-data-compact/board:has-data-follow-up:[&_time]:hidden">
        <div className="flex min-w-0 items-center gap-2 text-fg-muted group-data-compact/board:grow">
          <bdi className="tabular min-w-0 grow truncate">
            {lead.phone ?? lead.email ?? <NoContact />}
          </bdi>
          {lead.origin !== 'test' && lead.firstContactAt === null && <FirstContact {...lead} />}
          <DuplicateIcon lead={lead} tabIndex={tabIndex} />
        </div>
        <div className="flex h-5 min-w-0 items-center gap-1.5 text-fg-muted text-xs group-data-compact/board:shrink-0">
          <span className="contents group-data-compact/board:hidden">
            <SourceIcon source={lead.source} />
          </span>
          <span className="min-w-0 grow truncate group-data-compact/board:hidden">
            <bdi>{toSentence(lead.source)}</bdi>
            {lead.campaignName !== null && (
              <>
                {' · '}
                <bdi>{lead.campaignName}</bdi>
              </>
            )}
          </span>
          <FollowUpMark at={lead.followUpAt} />
          {isCopied ? (
            <span className="shrink-0 text-success">ID copied</span>
          ) : (
            <RelativeTime plain at={lead.createdAt} className="shrink-0 whitespace-nowrap" />
          )}
          {owner && <OwnerMark owner={owner} />}
        </div>
      </div>
    </>
  );
});

Content.displayName = 'Content';
