'use client';

import { type ReactNode, useState } from 'react';
import { ShareBar } from '#app/_ui/bars.tsx';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { digits } from '#app/_ui/format.ts';
import {
  RowHead,
  Table,
  TableBody,
  TableFrame,
  TableHead,
  TableRow,
  Td,
  Th,
} from '#app/_ui/table.tsx';
import { SourceIcon } from '#app/features/leads/marks.tsx';
import type { ContactTime } from '#db/values/leads.ts';
import type { ReportDays } from '#db/values/reports.ts';
import type { NumberFilter } from '#server/panel-api/schemas/report-address.ts';
import type { LeadNumbers } from '#server/panel-api/schemas/reports.ts';
import { LeadNumber } from './lead-number.tsx';
import { countDue, formatShare, formatWait } from './report-labels.ts';

interface Row {
  key: string;
  name: string;
  /** Shown with its icon. */
  source?: string;
  /** The funnel of a step. */
  within?: string;
  numbers: LeadNumbers;
  /** What finds the leads of the row. */
  leads: NumberFilter;
}

interface NumbersTableProps {
  title: string;
  /** The head of the first column. */
  column: string;
  rows: readonly Row[];
  range: ReportDays;
  /** Minutes; null: the company has no target. */
  target: number | null;
  /** Rows with `within` belong to the row above. */
  isGrouped?: boolean;
  note?: string | false;
}

/** More are shown on request. On a phone a row is a card. */
const firstRows = 10;
const firstCards = 5;

/** A row for each group, with a bar to compare them. All numbers but the median open their leads. */
export function NumbersTable(props: NumbersTableProps) {
  const { title, column, rows, range, target, isGrouped, note } = props;
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || rows.length <= firstRows + 2 ? rows : rows.slice(0, firstRows);
  const compared = isGrouped ? rows.filter(({ within }) => within === undefined) : rows;
  const most = Math.max(...compared.map(({ numbers }) => numbers.leads));

  return (
    <section aria-label={title} className="grid gap-2">
      <h2 className="font-semibold text-base">{title}</h2>
      <TableFrame>
        <Table caption={title} className="md:table-fixed">
          <TableHead>
            <Th>{column}</Th>
            <Th className="w-24 text-right">Leads</Th>
            <Th className="w-32 text-right">Contacted</Th>
            <Th className="w-24 text-right">Waiting</Th>
            {target !== null && (
              <>
                <Th className="w-32 text-right">In time</Th>
                <Th className="w-24 text-right">Late</Th>
              </>
            )}
            <Th className="w-32 text-right">Median wait</Th>
          </TableHead>
          <TableBody>
            {shown.map((row, index) => (
              <NumbersRow
                key={row.key}
                row={row}
                className={!isWhole && index >= firstCards ? 'max-md:hidden' : ''}
                range={range}
                hasTarget={target !== null}
                share={row.numbers.leads / most}
              />
            ))}
          </TableBody>
        </Table>
      </TableFrame>
      {!isWhole && rows.length > firstCards && (
        <Button
          size="sm"
          className={cn('justify-self-start', shown.length === rows.length && 'md:hidden')}
          onClick={() => setWhole(true)}
        >
          Show all {digits(rows.length)}
          <span className="sr-only"> rows, {title.toLowerCase()}</span>
        </Button>
      )}
      {isWhole && note && <p className="text-fg-muted text-sm">{note}</p>}
    </section>
  );
}

interface NumbersRowProps {
  row: Row;
  range: ReportDays;
  hasTarget: boolean;
  share: number;
  className: string;
}

function NumbersRow({ row, range, hasTarget, share, className }: NumbersRowProps) {
  const { name, source, within, numbers, leads: filter } = row;
  const { leads, contacted, waiting, inTime, late, medianMinutes } = numbers;
  const due = countDue(numbers);
  const of = within === undefined ? name : `${within}: ${name}`;
  const number = (amount: number, what: string, contact?: ContactTime) => (
    <LeadNumber
      amount={amount}
      range={range}
      filter={filter}
      about={`${what}, ${of}`}
      {...(contact && { contact })}
    />
  );

  return (
    <TableRow className={cn('grid-cols-3 max-md:p-3', className)}>
      <RowHead className={cn('col-span-3', within !== undefined && 'md:pl-10!')}>
        <span className="flex min-w-0 items-center gap-2">
          {source !== undefined && <SourceIcon source={source} className="text-fg-muted" />}
          <bdi title={name} className={cn('truncate', within === undefined && 'font-medium')}>
            {name}
          </bdi>
          {within !== undefined && (
            <span className="truncate text-fg-muted text-sm md:hidden">{within}</span>
          )}
        </span>
        <ShareBar share={share} className="mt-1.5 block w-full" />
      </RowHead>
      <NumberCell label="Leads">{number(leads, 'leads')}</NumberCell>
      <NumberCell label="Contacted" share={leads > 0 && formatShare(contacted, leads)}>
        {number(contacted, 'contacted', 'made')}
      </NumberCell>
      <NumberCell label="Waiting">{number(waiting, 'waiting', 'waiting')}</NumberCell>
      {hasTarget && (
        <>
          <NumberCell label="In time" share={due > 0 && formatShare(inTime, due)}>
            {number(inTime, 'in time', 'inTime')}
          </NumberCell>
          <NumberCell label="Late">{number(late, 'late', 'late')}</NumberCell>
        </>
      )}
      <NumberCell label="Median wait">
        {medianMinutes === null ? (
          <span className="text-fg-subtle">–</span>
        ) : (
          formatWait(medianMinutes)
        )}
      </NumberCell>
    </TableRow>
  );
}

interface NumberCellProps {
  label: string;
  share?: string | false;
  children: ReactNode;
}

function NumberCell({ label, share, children }: NumberCellProps) {
  return (
    <Td label={label} className="max-md:grid-cols-1 max-md:gap-0 tabular-nums md:text-right">
      {children}
      {share && (
        <span className="text-fg-muted text-sm max-md:ml-1.5 md:inline-block md:w-12">{share}</span>
      )}
    </Td>
  );
}
