import type { ReactNode } from 'react';
import { Badge } from '#app/_ui/badge.tsx';
import { cn } from '#app/_ui/cn.ts';
import { Td } from '#app/_ui/table.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { DuplicateBadge } from '#app/features/leads/duplicates/duplicate-mark.tsx';
import { toSentence } from '#app/features/leads/labels.ts';
import { ContactText, None, StatusBadge, UrgencyBadges } from '#app/features/leads/lead-cells.tsx';
import { FirstContact, FollowUpMark, TestBadge } from '#app/features/leads/marks.tsx';
import type { PlacedLead } from '#server/panel-api/schemas/lead-list.ts';

/** A row of the list. */
export interface ListRow {
  lead: PlacedLead;
  /** The name of the owner; null without one. */
  owner: string | null;
  isDeleted: boolean;
}

interface Column {
  label: string;
  /** Classes of the head, with the width. */
  head: string;
  /** The `td`. */
  cell: (row: ListRow) => ReactNode;
  /** In the last line of a card on a phone; null without a value. */
  onCard?: (row: ListRow) => ReactNode;
}

/** On a phone the card has one line for these. */
const inTable = 'max-md:hidden text-fg-muted';
const clamped = 'line-clamp-2 [overflow-wrap:anywhere]';

/** Columns that can be hidden, in their order. */
export const columns = {
  contact: {
    label: 'Contact',
    head: 'w-42 2xl:w-72',
    cell: ({ lead }) => (
      <Td className="col-span-full text-fg-muted max-md:truncate">
        <ContactText lead={lead} />
      </Td>
    ),
  },
  step: {
    label: 'Step',
    head: 'w-[12%]',
    cell: ({ lead }) => (
      <Td className={inTable}>
        <bdi className={cn(clamped, 'text-fg')}>{lead.step.name}</bdi>
        <bdi className="block truncate text-sm">{lead.funnel.name}</bdi>
      </Td>
    ),
    onCard: ({ lead }) => lead.step.name,
  },
  status: {
    label: 'Status',
    head: 'w-[11%]',
    cell: ({ lead }) => (
      <Td className={inTable}>
        <span className="flex flex-wrap gap-1">
          <StateBadges lead={lead} />
        </span>
      </Td>
    ),
  },
  owner: {
    label: 'Owner',
    head: 'w-[9%]',
    cell: ({ owner }) => (
      <Td className={inTable}>
        {owner === null ? <None what="No owner" /> : <bdi className={clamped}>{owner}</bdi>}
      </Td>
    ),
    onCard: ({ owner }) => owner,
  },
  source: {
    label: 'Source',
    head: 'w-27',
    cell: ({ lead }) => (
      <Td className={inTable}>
        <span className="flex">
          <Badge className="max-w-full">
            <bdi className="truncate">{toSentence(lead.source)}</bdi>
          </Badge>
        </span>
      </Td>
    ),
    onCard: ({ lead }) => toSentence(lead.source),
  },
  campaign: {
    label: 'Campaign',
    head: 'w-[11%]',
    cell: ({ lead: { campaignName } }) => (
      <Td className={inTable}>
        {campaignName === null ? (
          <None what="No campaign" />
        ) : (
          <bdi className={clamped}>{campaignName}</bdi>
        )}
      </Td>
    ),
    onCard: ({ lead }) => lead.campaignName,
  },
  contacted: {
    label: 'First contact',
    head: 'w-28',
    cell: ({ lead: { firstContactAt } }) => (
      <Td className={inTable}>
        {firstContactAt === null ? (
          <None what="Not contacted" />
        ) : (
          <RelativeTime at={firstContactAt} />
        )}
      </Td>
    ),
    onCard: ({ lead: { firstContactAt } }) =>
      firstContactAt && (
        <>
          contacted <RelativeTime at={firstContactAt} plain />
        </>
      ),
  },
  followUp: {
    label: 'Follow-up',
    head: 'w-32',
    cell: ({ lead: { followUpAt }, isDeleted }) => (
      <Td className={inTable}>
        {followUpAt === null || isDeleted ? (
          <None what="No follow-up" />
        ) : (
          <FollowUpMark at={followUpAt} />
        )}
      </Td>
    ),
  },
  received: {
    label: 'Received',
    head: 'w-32 md:text-right',
    cell: (row) => <Received {...row} />,
  },
} satisfies Record<string, Column>;

export type ListColumn = keyof typeof columns;

/** Guarantee of the cast: an object literal has no other keys than its type names. */
export const listColumns = Object.keys(columns) as ListColumn[];

/** @returns what a card says of the column; null when it says nothing */
export function textOnCard(column: ListColumn, row: ListRow): ReactNode {
  const { onCard }: Column = columns[column];

  return onCard?.(row) ?? null;
}

export function StateBadges({ lead }: { lead: PlacedLead }) {
  return (
    <>
      {lead.origin === 'test' && <TestBadge />}
      <StatusBadge status={lead.status} />
      <UrgencyBadges priority={lead.priority} temperature={lead.temperature} />
      <DuplicateBadge lead={lead} />
    </>
  );
}

/** Where a card says that a lead waits too long, it leaves out the age: it is the same. */
function Received({ lead, isDeleted }: ListRow) {
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
