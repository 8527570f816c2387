'use client';

import { CircleCheck, TriangleAlert } from 'lucide-react';
import Link from 'next/link';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count, digits } from '#app/_ui/format.ts';
import { Section } from '#app/_ui/section.tsx';
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
import { leadFields } from '#db/values/lead-fields.ts';
import { AddMissing } from './add-missing.tsx';
import type { Columns } from './columns.ts';
import type { ComparedRow, LeftOut } from './compared-rows.ts';
import { Work } from './progress-bar.tsx';
import type { Table as FileTable } from './read-file.ts';
import type { Added, Compared, ComparisonState, DifferentRow } from './use-comparison.ts';

interface ResultsProps {
  table: FileTable;
  comparison: ComparisonState;
  compared: Compared;
}

export function Results({ table, comparison, compared }: ResultsProps) {
  const { missing, different, present, deleted, leftOut, columns } = compared;
  const { added, progress } = comparison;
  const ref = useRef<HTMLDivElement>(null);
  const isAll = missing.length === 0 && present + different.length > 0;

  /* What was pressed is gone. */
  useEffect(() => {
    const isLost = compared && document.activeElement === document.body;
    if (isLost) ref.current?.focus({ preventScroll: true });
  }, [compared]);

  return (
    <div ref={ref} tabIndex={-1} className="grid min-w-0 gap-5 outline-none">
      <ul aria-label="Result" className="grid grid-cols-3 gap-3">
        <Figure
          amount={missing.length}
          label="missing"
          tone={missing.length > 0 && 'text-danger'}
        />
        <Figure
          amount={different.length}
          label="different"
          tone={different.length > 0 && 'text-warning'}
        />
        <Figure amount={present} label="present" />
      </ul>
      {added && added.added > 0 && <Note>{count(added.added, 'lead')} added.</Note>}
      {isAll && !added?.added && <Note>Every lead of this file is here.</Note>}
      <NotCompared leftOut={leftOut} deleted={deleted} />
      {missing.length > 0 && (
        <Section title="Missing">
          <div className="grid gap-4">
            {progress ? (
              <Work progress={progress} onCancel={comparison.cancel} />
            ) : (
              <AddMissing
                table={table}
                missing={missing.length}
                onAdd={(place) => void comparison.add(table, compared, place)}
              />
            )}
            <MissingTable rows={missing} columns={columns} added={added} />
          </div>
        </Section>
      )}
      {different.length > 0 && (
        <Section title="Different">
          <DifferentTable rows={different} columns={columns} />
        </Section>
      )}
    </div>
  );
}

interface FigureProps {
  amount: number;
  label: string;
  tone?: string | false;
}

function Figure({ amount, label, tone }: FigureProps) {
  return (
    <li className="grid rounded-md border border-border bg-surface px-4 py-3">
      <span className={cn('figure font-semibold text-xl', tone)}>{digits(amount)}</span>{' '}
      <span className="text-fg-muted text-sm">{label}</span>
    </li>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 rounded-md bg-success-soft px-4 py-2.5 text-success">
      <CircleCheck aria-hidden className="size-4 shrink-0" />
      {children}
    </p>
  );
}

const listedRows = 8;

/** `row 5`, `rows 5, 7 and 12 more`. */
function rowsText(rows: readonly number[]): string {
  const listed = rows.slice(0, listedRows).map(digits).join(', ');
  const more = rows.length > listedRows ? ` and ${digits(rows.length - listedRows)} more` : '';
  return `${rows.length === 1 ? 'row' : 'rows'} ${listed}${more}`;
}

/** Rows that are neither missing nor present, and why. */
function NotCompared({
  leftOut: { noId, twice, shortened },
  deleted,
}: {
  leftOut: LeftOut;
  deleted: readonly ComparedRow[];
}) {
  const texts = [
    shortened.length > 0 &&
      `A spreadsheet has shortened the IDs in ${rowsText(shortened)}, so that they cannot be compared. Export again, and choose that file without opening it first.`,
    noId.length > 0 && `No ID in ${rowsText(noId)}.`,
    twice.length > 0 && `The ID is in an earlier row too: ${rowsText(twice)}.`,
    deleted.length > 0 &&
      `Deleted here, and not added again: ${rowsText(deleted.map(({ row }) => row))}.`,
  ].filter((text) => text !== false);
  if (texts.length === 0) return null;

  return (
    <ul aria-label="Not compared" className="grid gap-1.5 rounded-md bg-warning-soft px-4 py-3">
      {texts.map((text) => (
        <li key={text} className="flex gap-2.5 text-warning">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {text}
        </li>
      ))}
    </ul>
  );
}

const rowsAtOnce = 50;

/** The first rows, and a button for more of them. */
function useFirst<Row>(rows: readonly Row[]) {
  const [shown, setShown] = useState(rowsAtOnce);
  const more = Math.min(rowsAtOnce, rows.length - shown);

  return {
    first: rows.slice(0, shown),
    button: more > 0 && (
      <Button className="justify-self-center" onClick={() => setShown(shown + rowsAtOnce)}>
        Show {digits(more)} more
      </Button>
    ),
  };
}

const cellOf = ({ cells }: ComparedRow, column: number | undefined) =>
  column === undefined ? '' : (cells[column] ?? '');

interface MissingTableProps {
  rows: readonly ComparedRow[];
  columns: Columns;
  added: Added | undefined;
}

function MissingTable({ rows, columns, added }: MissingTableProps) {
  const { first, button } = useFirst(rows);
  const { name, phones, email } = columns;
  const hasRefused = rows.some(({ row }) => added?.refused.has(row));

  return (
    <>
      <TableFrame>
        <Table caption="Rows of the file that are no leads here">
          <TableHead>
            <Th className="w-20">Row</Th>
            <Th>ID</Th>
            {name !== undefined && <Th>Name</Th>}
            {phones !== undefined && <Th>Phone</Th>}
            {email !== undefined && <Th>Email</Th>}
            {hasRefused && <Th>Not added</Th>}
          </TableHead>
          <TableBody>
            {first.map((row) => (
              <TableRow key={row.row} className="max-md:gap-1 max-md:p-3">
                <Td label="Row" className="tabular text-fg-muted">
                  {digits(row.row)}
                </Td>
                <RowHead className="max-md:order-first md:min-w-44">
                  <bdi className="font-mono text-sm [overflow-wrap:anywhere]">{row.id}</bdi>
                </RowHead>
                {name !== undefined && <Value label="Name" value={cellOf(row, name)} />}
                {phones !== undefined && <Value label="Phone" value={cellOf(row, phones)} />}
                {email !== undefined && <Value label="Email" value={cellOf(row, email)} />}
                {hasRefused && (
                  <Td label="Not added" className="text-danger [overflow-wrap:anywhere]">
                    <bdi>{added?.refused.get(row.row)}</bdi>
                  </Td>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableFrame>
      {button}
    </>
  );
}

function Value({ label, value }: { label: string; value: string }) {
  return (
    <Td label={label} className={cn('[overflow-wrap:anywhere]', value === '' && 'max-md:hidden')}>
      <bdi>{value}</bdi>
    </Td>
  );
}

interface DifferentTableProps {
  rows: readonly DifferentRow[];
  columns: Columns;
}

/** A row for each value that differs. */
function DifferentTable({ rows, columns }: DifferentTableProps) {
  const { company } = useSession();
  const { first, button } = useFirst(rows);

  return (
    <div className="grid gap-4">
      <TableFrame>
        <Table caption="Leads that differ from the file" className="md:table-fixed">
          <TableHead>
            <Th className="w-20">Row</Th>
            <Th>Lead</Th>
            <Th className="w-28">Field</Th>
            <Th>Here</Th>
            <Th>In the file</Th>
          </TableHead>
          <TableBody>
            {first.flatMap(({ row, leadId, differences }) =>
              differences.map(({ field, stored, isEdited }) => (
                <TableRow key={`${row.row} ${field}`} className="max-md:gap-1 max-md:p-3">
                  <Td label="Row" className="tabular text-fg-muted">
                    {digits(row.row)}
                  </Td>
                  <RowHead className="[overflow-wrap:anywhere] max-md:order-first">
                    <Link
                      href={`/${company.slug}/leads/${leadId}`}
                      prefetch={false}
                      className="text-primary-text underline underline-offset-2"
                    >
                      <bdi>{cellOf(row, columns.name) || row.id}</bdi>
                    </Link>
                  </RowHead>
                  <Td label="Field">{leadFields[field].label}</Td>
                  <Td label="Here" className="[overflow-wrap:anywhere]">
                    {stored === '' ? (
                      <span className="text-fg-muted">Nothing</span>
                    ) : (
                      <bdi>{stored}</bdi>
                    )}{' '}
                    {isEdited && <Badge tone="info">Edited here</Badge>}
                  </Td>
                  <Value label="In the file" value={cellOf(row, columns[field])} />
                </TableRow>
              )),
            )}
          </TableBody>
        </Table>
      </TableFrame>
      {button}
    </div>
  );
}
