'use client';

import { Fragment, type MouseEvent, memo, useCallback, useRef } from 'react';
import { cn } from '#app/_ui/cn.ts';
import { usePassFocus } from '#app/_ui/focus.ts';
import { RowHead, TableRow, Td } from '#app/_ui/table.tsx';
import { DuplicateIcon } from '#app/features/leads/duplicates/duplicate-mark.tsx';
import { LeadLink, UrgencySigns } from '#app/features/leads/lead-cells.tsx';
import { FollowUpMark, NoNameMark, TestBadge } from '#app/features/leads/marks.tsx';
import { openLead } from '#app/features/leads/open-lead.ts';
import type { PlacedLead } from '#server/panel-api/schemas/lead-list.ts';
import { columns, type ListColumn, type ListRow, StateBadges, textOnCard } from './columns.tsx';

interface CompanyLeadRowProps extends ListRow {
  shown: readonly ListColumn[];
  isChosen: boolean;
  /** Beside the list. */
  isOpen: boolean;
  onChoose: ((id: string, range: boolean) => void) | undefined;
  /** Absent where leads cannot be opened. */
  hrefOf: ((id: string) => string) | undefined;
  /** In a list that is not rendered as a whole. */
  index?: number;
  measure?: ((row: HTMLTableRowElement | null) => void) | undefined;
}

/** What takes the place of a row that leaves: the next one, else the one before. */
function nextRow(own: HTMLElement): HTMLElement | null {
  const row = own.nextElementSibling ?? own.previousElementSibling;

  return row?.querySelector('a') ?? document.querySelector('main');
}

export const CompanyLeadRow = memo(
  ({
    lead,
    shown,
    owner,
    isChosen,
    isOpen,
    onChoose,
    isDeleted,
    mayEdit,
    menuOf,
    hrefOf,
    index,
    measure,
  }: CompanyLeadRowProps) => {
    const own = useRef<HTMLTableRowElement>(null);
    const ref = useCallback(
      (element: HTMLTableRowElement | null) => {
        own.current = element;
        measure?.(element);
      },
      [measure],
    );
    usePassFocus(own, nextRow);
    const row: ListRow = { lead, owner, isDeleted, mayEdit, menuOf };

    return (
      <TableRow
        ref={ref}
        marked={isChosen}
        aria-current={isOpen || undefined}
        data-index={index}
        data-lead={lead.id}
        data-testid={`lead-row-${lead.id}`}
        aria-rowindex={index === undefined ? undefined : index + 2}
        className={cn(
          'scroll-mt-16 md:h-11 max-md:gap-x-2 max-md:gap-y-1 max-md:p-2.5 aria-[current]:shadow-[inset_3px_0_0_var(--primary)]',
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
        <RowHead dir="auto">
          <span className="flex min-w-0 items-center gap-x-2">
            {hrefOf ? (
              <LeadLink
                href={hrefOf(lead.id)}
                onOpen={() => openLead(lead.id)}
                title={lead.name.length > 28 ? lead.name : undefined}
                className="truncate font-medium text-fg after:absolute after:inset-0 hover:text-primary-text"
              >
                <NoNameMark lead={lead} />
                {lead.name}
              </LeadLink>
            ) : (
              <span className="truncate font-medium">
                <NoNameMark lead={lead} />
                {lead.name}
              </span>
            )}
            {!isDeleted && (
              <span
                className={cn(
                  'inline-flex empty:hidden',
                  shown.includes('followUp') && 'md:hidden',
                )}
              >
                <FollowUpMark at={lead.followUpAt} />
              </span>
            )}
            <LeadMarks lead={lead} />
          </span>
        </RowHead>
        {shown.map((column) => (
          <Fragment key={column}>{columns[column].cell(row)}</Fragment>
        ))}
        <CardLine shown={shown} row={row} />
      </TableRow>
    );
  },
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

/** Beside the name, where they have one line: as symbols. */
const LeadMarks = ({ lead }: { lead: PlacedLead }) => (
  <span className="flex shrink-0 items-center gap-1 empty:hidden max-md:hidden">
    {lead.origin === 'test' && <TestBadge />}
    <UrgencySigns {...lead} />
    <DuplicateIcon lead={lead} tabIndex={0} />
  </span>
);

/** The last line of a card: where there is no table, its columns one after the other. */
function CardLine({ shown, row }: { shown: readonly ListColumn[]; row: ListRow }) {
  const texts = shown
    .map((column) => ({ column, text: textOnCard(column, row) }))
    .filter(({ text }) => text !== null);

  return (
    // biome-ignore lint/a11y/noRedundantRoles: a card has no table semantics of its own
    <td role="cell" className="col-span-full flex min-w-0 items-center gap-2 md:hidden">
      {shown.includes('status') && (
        <span className="flex max-w-3/4 shrink-0 gap-1 overflow-hidden">
          <StateBadges lead={row.lead} />
        </span>
      )}
      <span className="min-w-0 truncate text-fg-muted text-sm">
        {texts.map(({ column, text }, index) => (
          <span key={column}>
            {index > 0 && ' · '}
            <bdi>{text}</bdi>
          </span>
        ))}
      </span>
    </td>
  );
}
