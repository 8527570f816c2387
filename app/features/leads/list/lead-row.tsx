'use client';

import { type MouseEvent, memo, type ReactNode } from 'react';
import { Badge } from '#app/_ui/badge.tsx';
import { cn } from '#app/_ui/cn.ts';
import { RowHead, TableRow, Td } from '#app/_ui/table.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { toSentence } from '#app/features/leads/labels.ts';
import {
  ContactText,
  LeadLink,
  None,
  StatusBadge,
  UrgencyBadges,
} from '#app/features/leads/lead-cells.tsx';
import { FirstContact, FollowUpMark, TestBadge } from '#app/features/leads/marks.tsx';
import { openLead } from '#app/features/leads/open-lead.ts';
import type { PlacedLead } from '#server/panel-api/schemas/lead-list.ts';
import type { ListColumn } from './list-settings.tsx';

interface CompanyLeadRowProps {
  lead: PlacedLead;
  columns: readonly ListColumn[];
  owner: string | null;
  isChosen: boolean;
  onChoose: ((id: string, range: boolean) => void) | undefined;
  isDeleted: boolean;
  /** Absent where leads cannot be opened. */
  hrefOf: ((id: string) => string) | undefined;
  /** In a list that is not rendered as a whole. */
  index?: number;
  measure?: ((row: HTMLTableRowElement | null) => void) | undefined;
}

export const CompanyLeadRow = memo(
  ({
    lead,
    columns,
    owner,
    isChosen,
    onChoose,
    isDeleted,
    hrefOf,
    index,
    measure,
  }: CompanyLeadRowProps) => (
    <TableRow
      ref={measure}
      marked={isChosen}
      data-index={index}
      data-lead={lead.id}
      data-testid={`lead-row-${lead.id}`}
      aria-rowindex={index === undefined ? undefined : index + 2}
      className={cn(
        'max-md:gap-x-2 max-md:gap-y-1 max-md:p-2.5',
        onChoose ? 'grid-cols-[auto_minmax(0,1fr)_auto]' : 'grid-cols-[minmax(0,1fr)_auto]',
        index === undefined &&
          'max-md:[contain-intrinsic-size:auto_73px] max-md:[content-visibility:auto]',
      )}
    >
      {onChoose && (
        <Td className="relative z-1">
          <ChooseBox lead={lead} isChosen={isChosen} onChoose={onChoose} />
        </Td>
      )}
      <RowHead className="[overflow-wrap:anywhere]" dir="auto">
        <span className="flex min-w-0 items-center gap-x-2 gap-y-1 md:flex-wrap">
          {hrefOf ? (
            <LeadLink
              href={hrefOf(lead.id)}
              onOpen={() => openLead(lead.id)}
              className="line-clamp-1 font-medium text-fg md:line-clamp-2 after:absolute after:inset-0 hover:text-primary-text"
            >
              {lead.name}
            </LeadLink>
          ) : (
            <span className="line-clamp-1 font-medium md:line-clamp-2">{lead.name}</span>
          )}
          {!isDeleted && <FollowUpMark at={lead.followUpAt} />}
        </span>
      </RowHead>
      {columns.map((column) => (
        <Cell key={column} column={column} lead={lead} owner={owner} isDeleted={isDeleted} />
      ))}
      <CardLine lead={lead} columns={columns} owner={owner} />
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

/** On a phone the card has one line for these. */
const inTable = 'max-md:hidden text-fg-muted';
const clamped = 'line-clamp-2 [overflow-wrap:anywhere]';

interface CellProps {
  column: ListColumn;
  lead: PlacedLead;
  owner: string | null;
  isDeleted: boolean;
}

function Cell({ column, lead, owner, isDeleted }: CellProps) {
  switch (column) {
    case 'contact':
      return (
        <Td className="col-span-full text-fg-muted max-md:truncate">
          <ContactText lead={lead} />
        </Td>
      );
    case 'step':
      return (
        <Td className={inTable}>
          <bdi className={cn(clamped, 'text-fg')}>{lead.step.name}</bdi>
          <bdi className="block truncate text-sm">{lead.funnel.name}</bdi>
        </Td>
      );
    case 'status':
      return (
        <Td className={inTable}>
          <span className="flex flex-wrap gap-1">
            <StateBadges lead={lead} />
          </span>
        </Td>
      );
    case 'owner':
      return (
        <Td className={inTable}>
          {owner === null ? <None what="No owner" /> : <bdi className={clamped}>{owner}</bdi>}
        </Td>
      );
    case 'source':
      return (
        <Td className={inTable}>
          <span className="flex">
            <Badge className="max-w-full">
              <bdi className="truncate">{toSentence(lead.source)}</bdi>
            </Badge>
          </span>
        </Td>
      );
    case 'campaign':
      return (
        <Td className={inTable}>
          {lead.campaignName === null ? (
            <None what="No campaign" />
          ) : (
            <bdi className={clamped}>{lead.campaignName}</bdi>
          )}
        </Td>
      );
    case 'contacted':
      return (
        <Td className={inTable}>
          {lead.firstContactAt === null ? (
            <None what="Not contacted" />
          ) : (
            <RelativeTime at={lead.firstContactAt} />
          )}
        </Td>
      );
    case 'received':
      return <Received lead={lead} isDeleted={isDeleted} />;
  }
}

/** Where a card says that a lead waits too long, it leaves out the age: it is the same. */
function Received({ lead, isDeleted }: Pick<CellProps, 'lead' | 'isDeleted'>) {
  const { createdAt, firstContactAt, origin } = lead;
  const mayWait = !isDeleted && origin !== 'test' && firstContactAt === null;

  return (
    <Td className="max-md:-col-start-2 max-md:row-start-1 text-fg-muted md:whitespace-nowrap md:text-right">
      <span className="block max-md:not-only:hidden">
        <RelativeTime at={createdAt} />
      </span>
      {mayWait && <FirstContact {...lead} />}
    </Td>
  );
}

function StateBadges({ lead }: { lead: PlacedLead }) {
  return (
    <>
      {lead.origin === 'test' && <TestBadge />}
      <StatusBadge status={lead.status} />
      <UrgencyBadges priority={lead.priority} temperature={lead.temperature} />
      {lead.isPossibleDuplicate && (
        <Badge tone="warning">
          <span className="sr-only">Possible duplicate</span>
          <span aria-hidden>Duplicate?</span>
        </Badge>
      )}
    </>
  );
}

function textOf(column: ListColumn, lead: PlacedLead, owner: string | null): ReactNode {
  switch (column) {
    case 'step':
      return lead.step.name;
    case 'owner':
      return owner;
    case 'source':
      return toSentence(lead.source);
    case 'campaign':
      return lead.campaignName;
    case 'contacted':
      return (
        lead.firstContactAt && (
          <>
            contacted <RelativeTime at={lead.firstContactAt} plain />
          </>
        )
      );
    default:
      return null;
  }
}

/** The last line of a card: where there is no table, its columns one after the other. */
function CardLine({
  lead,
  columns,
  owner,
}: Pick<CompanyLeadRowProps, 'lead' | 'columns' | 'owner'>) {
  const parts = columns
    .map((column) => ({ column, text: textOf(column, lead, owner) }))
    .filter(({ text }) => text !== null);

  return (
    // biome-ignore lint/a11y/noRedundantRoles: a card has no table semantics of its own
    <td role="cell" className="col-span-full flex min-w-0 items-center gap-2 md:hidden">
      {columns.includes('status') && (
        <span className="flex max-w-3/4 shrink-0 gap-1 overflow-hidden">
          <StateBadges lead={lead} />
        </span>
      )}
      <span className="min-w-0 truncate text-fg-muted text-sm">
        {parts.map(({ column, text }, index) => (
          <span key={column}>
            {index > 0 && ' · '}
            <bdi>{text}</bdi>
          </span>
        ))}
      </span>
    </td>
  );
}
