import type { ReactNode } from 'react';
import { cn } from '#app/_ui/cn.ts';
import { Td } from '#app/_ui/table.tsx';
import { RelativeTime } from '#app/_ui/time.tsx';
import { DuplicateBadge } from '#app/features/leads/duplicates/duplicate-mark.tsx';
import { statusLabels, toSentence } from '#app/features/leads/labels.ts';
import { ContactText, None, StatusBadge, UrgencyBadges } from '#app/features/leads/lead-cells.tsx';
import { FirstContact, FollowUpMark, SourceIcon, TestBadge } from '#app/features/leads/marks.tsx';
import type { Owner } from '#app/features/leads/owner-looks.ts';
import { OwnerMark } from '#app/features/leads/owners.tsx';
import type { PlacedLead } from '#server/panel-api/schemas/lead-list.ts';
import type { RowField } from './open-menu.ts';

/** A row of the list. */
export interface ListRow {
  lead: PlacedLead;
  owner: Owner | undefined;
  isDeleted: boolean;
  /** Owner, status and follow-up can be changed in the row. */
  mayEdit: boolean;
  /** Whose menu is open. */
  menuOf: RowField | undefined;
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

/** A text on one line; all of it is shown where the pointer rests on it. */
const Line = ({ children, className }: { children: string; className?: string }) => (
  <bdi title={children} className={cn('block truncate', className)}>
    {children}
  </bdi>
);

/** Columns that can be hidden, in their order. */
export const columns = {
  contact: {
    label: 'Contact',
    head: 'w-42 2xl:w-64',
    cell: ({ lead }) => (
      <Td className="col-span-full truncate text-fg-muted">
        <ContactText lead={lead} />
      </Td>
    ),
  },
  step: {
    label: 'Step',
    head: 'w-26 xl:w-[10%]',
    cell: ({ lead: { step, funnel } }) => (
      <Td className={inTable}>
        <span title={`${funnel.name}: ${step.name}`} className="block truncate">
          <bdi className="text-fg">{step.name}</bdi> <bdi className="text-sm">{funnel.name}</bdi>
        </span>
      </Td>
    ),
    onCard: ({ lead }) => lead.step.name,
  },
  status: {
    label: 'Status',
    head: 'w-26 2xl:w-28',
    cell: (row) => (
      <Td className={inTable}>
        <Editable row={row} field="status" label={`Status: ${statusLabels[row.lead.status]}`}>
          <StatusBadge status={row.lead.status} />
        </Editable>
      </Td>
    ),
  },
  owner: {
    label: 'Owner',
    head: 'w-27 2xl:w-44',
    cell: (row) => (
      <Td className={inTable}>
        <Editable row={row} field="owner" label={`Owner: ${row.owner?.name ?? 'none'}`}>
          {row.owner ? (
            <span className="flex min-w-0 items-center gap-1.5">
              <OwnerMark owner={row.owner} isNamed />
              <Line>{row.owner.name}</Line>
            </span>
          ) : (
            <None what="No owner" />
          )}
        </Editable>
      </Td>
    ),
    onCard: ({ owner }) => owner?.name ?? null,
  },
  followUp: {
    label: 'Follow-up',
    head: 'w-27 2xl:w-28',
    cell: (row) => (
      <Td className={inTable}>
        <Editable
          row={row}
          field="followUp"
          label={row.lead.followUpAt === null ? 'Follow-up: none' : undefined}
        >
          {row.lead.followUpAt === null || row.isDeleted ? (
            <None what="No follow-up" />
          ) : (
            <FollowUpMark at={row.lead.followUpAt} />
          )}
        </Editable>
      </Td>
    ),
  },
  source: {
    label: 'Source',
    head: 'w-18 2xl:w-36',
    cell: ({ lead }) => (
      <Td className={inTable}>
        <span title={toSentence(lead.source)} className="flex min-w-0 items-center gap-1.5">
          <SourceIcon source={lead.source} />
          <bdi className="truncate max-2xl:sr-only">{toSentence(lead.source)}</bdi>
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
        {campaignName === null ? <None what="No campaign" /> : <Line>{campaignName}</Line>}
      </Td>
    ),
    onCard: ({ lead }) => lead.campaignName,
  },
  contacted: {
    label: 'First contact',
    head: 'w-26 2xl:w-28',
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
  lastContact: {
    label: 'Last contact',
    head: 'w-26 2xl:w-28',
    cell: ({ lead: { lastContactAt } }) => (
      <Td className={inTable}>
        {lastContactAt === null ? (
          <None what="No call or message" />
        ) : (
          <RelativeTime at={lastContactAt} />
        )}
      </Td>
    ),
    onCard: ({ lead: { lastContactAt } }) =>
      lastContactAt && (
        <>
          last contact <RelativeTime at={lastContactAt} plain />
        </>
      ),
  },
  received: {
    label: 'Received',
    head: 'w-29 2xl:w-30',
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

interface EditableProps {
  row: ListRow;
  field: RowField;
  /** What a screen reader says of the value; absent where the children say it. */
  label: string | undefined;
  children: ReactNode;
}

/** A value with a menu that changes it, of which all rows share one: row-menu.tsx. */
function Editable({ row: { lead, mayEdit, menuOf }, field, label, children }: EditableProps) {
  if (!mayEdit) return children;
  const action = `. Change for ${lead.name}`;

  return (
    <button
      type="button"
      data-edit={field}
      aria-haspopup="menu"
      aria-expanded={menuOf === field}
      aria-label={label && label + action}
      className="relative z-1 -mx-1.5 -my-1 flex min-h-7 min-w-0 max-w-[calc(100%+12px)] items-center rounded-sm px-1.5 text-left hover:bg-surface-2 hover:outline hover:outline-border"
    >
      {children}
      {!label && <span className="sr-only">{action}</span>}
    </button>
  );
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

/** Where it says that a lead waits too long, it leaves out the age: it is the same. */
function Received({ lead, isDeleted }: ListRow) {
  const { createdAt, firstContactAt, origin } = lead;
  const mayWait = !isDeleted && origin !== 'test' && firstContactAt === null;

  return (
    <Td className="max-md:-col-start-2 max-md:row-start-1 text-fg-muted md:whitespace-nowrap md:text-right">
      <span className="block not-only:hidden">
        <RelativeTime at={createdAt} />
      </span>
      {mayWait && <FirstContact {...lead} />}
    </Td>
  );
}
