'use client';

import Link from 'next/link';
import { type MouseEvent, memo } from 'react';
import { Badge } from '#app/_ui/badge.tsx';
import { cn } from '#app/_ui/cn.ts';
import { RowHead, TableRow, Td } from '#app/_ui/table.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { toSentence } from '#app/[company]/_leads/labels.ts';
import { openLead } from '#app/[company]/_leads/open-lead.ts';
import { TestBadge } from '#app/[company]/_leads/test-badge.tsx';
import {
  ContactText,
  None,
  StatusBadge,
  UrgencyBadges,
} from '#app/[company]/funnels/[funnelId]/steps/[stepId]/_step/leads-table.tsx';
import type { PlacedLead } from '#server/panel-api/schemas/lead-list.ts';
import type { ListColumn } from './list-settings.ts';

interface CompanyLeadRowProps {
  lead: PlacedLead;
  columns: readonly ListColumn[];
  owner: string | null;
  isChosen: boolean;
  onChoose: ((id: string, range: boolean) => void) | undefined;
  /** Absent where leads cannot be opened. */
  hrefOf: ((id: string) => string) | undefined;
  /** In a list that is not rendered as a whole. */
  index?: number;
  measure?: ((row: HTMLTableRowElement | null) => void) | undefined;
}

export const CompanyLeadRow = memo(
  ({ lead, columns, owner, isChosen, onChoose, hrefOf, index, measure }: CompanyLeadRowProps) => (
    <TableRow
      ref={measure}
      marked={isChosen}
      data-index={index}
      data-lead={lead.id}
      data-testid={`lead-row-${lead.id}`}
      aria-rowindex={index === undefined ? undefined : index + 2}
      className={cn(
        onChoose ? 'grid-cols-[auto_minmax(0,1fr)]' : 'grid-cols-[minmax(0,1fr)]',
        index === undefined &&
          'max-md:[contain-intrinsic-size:auto_180px] max-md:[content-visibility:auto]',
      )}
    >
      {onChoose && (
        <Td className="relative z-1">
          <ChooseBox lead={lead} isChosen={isChosen} onChoose={onChoose} />
        </Td>
      )}
      <RowHead className="max-md:pr-24 [overflow-wrap:anywhere]" dir="auto">
        {hrefOf ? (
          <Link
            href={hrefOf(lead.id)}
            prefetch={false}
            onNavigate={(event) => {
              event.preventDefault();
              openLead(lead.id);
            }}
            className="line-clamp-2 font-medium text-fg after:absolute after:inset-0 hover:text-primary-text"
          >
            {lead.name}
          </Link>
        ) : (
          <span className="line-clamp-2 font-medium">{lead.name}</span>
        )}
      </RowHead>
      {columns.map((column) => (
        <Cell key={column} column={column} lead={lead} owner={owner} />
      ))}
    </TableRow>
  ),
);

CompanyLeadRow.displayName = 'CompanyLeadRow';

type ChooseBoxProps = Pick<CompanyLeadRowProps, 'lead' | 'isChosen'> & {
  onChoose: (id: string, range: boolean) => void;
};

/** A click with Shift chooses a range; the label around it is what a finger hits. */
function ChooseBox({ lead, isChosen, onChoose }: ChooseBoxProps) {
  function choose(event: MouseEvent<HTMLInputElement>) {
    onChoose(lead.id, event.shiftKey);
  }

  return (
    <label className="-m-3 block w-fit p-3">
      <input
        type="checkbox"
        aria-label={`Choose ${lead.name}`}
        checked={isChosen}
        onClick={choose}
        onChange={() => {}}
        className="block size-4 accent-primary"
      />
    </label>
  );
}

const wide = 'col-span-full text-fg-muted max-md:[&:has([data-none])]:hidden';
const clamped = 'line-clamp-2 [overflow-wrap:anywhere]';

interface CellProps {
  column: ListColumn;
  lead: PlacedLead;
  owner: string | null;
}

function Cell({ column, lead, owner }: CellProps) {
  switch (column) {
    case 'contact':
      return (
        <Td className={wide}>
          <ContactText lead={lead} />
        </Td>
      );
    case 'step':
      return (
        <Td className={wide}>
          <bdi className={cn(clamped, 'text-fg')}>{lead.step.name}</bdi>
          <bdi className="block truncate text-sm">{lead.funnel.name}</bdi>
        </Td>
      );
    case 'status':
      return (
        <Td className="col-span-full">
          <span className="flex flex-wrap gap-1">
            {lead.origin === 'test' && <TestBadge />}
            <StatusBadge status={lead.status} />
            <UrgencyBadges priority={lead.priority} temperature={lead.temperature} />
            {lead.isPossibleDuplicate && <Badge tone="warning">Possible duplicate</Badge>}
          </span>
        </Td>
      );
    case 'owner':
      return (
        <Td className={wide}>
          {owner === null ? <None what="No owner" /> : <bdi className={clamped}>{owner}</bdi>}
        </Td>
      );
    case 'source':
      return (
        <Td className="col-span-full">
          <span className="flex">
            <Badge className="max-w-full">
              <bdi className="truncate">{toSentence(lead.source)}</bdi>
            </Badge>
          </span>
        </Td>
      );
    case 'campaign':
      return (
        <Td className={wide}>
          {lead.campaignName === null ? (
            <None what="No campaign" />
          ) : (
            <bdi className={clamped}>{lead.campaignName}</bdi>
          )}
        </Td>
      );
    case 'contacted':
      return (
        <Td className={wide}>
          {lead.firstContactAt === null ? (
            <None what="Not contacted" />
          ) : (
            <RelativeTime at={lead.firstContactAt} />
          )}
        </Td>
      );
    case 'received':
      return (
        <Td className="max-md:absolute max-md:top-4 max-md:right-4 text-fg-muted md:whitespace-nowrap md:text-right">
          <RelativeTime at={lead.createdAt} />
        </Td>
      );
  }
}
