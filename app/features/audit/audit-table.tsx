'use client';

import Link from 'next/link';
import { useSession } from '#app/_trpc/session.tsx';
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
import { LocalTime, RelativeTime } from '#app/_ui/time.tsx';
import type { AuditEntry } from '#server/panel-api/schemas/audit.ts';
import { type Detail, labelAction, labelDetails } from './audit-labels.ts';

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <TableFrame>
      <Table caption="Audit log, newest first" className="md:table-fixed">
        <TableHead>
          <Th className="w-36">When</Th>
          <Th className="w-64">Who</Th>
          <Th>What</Th>
        </TableHead>
        <TableBody>
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </TableBody>
      </Table>
    </TableFrame>
  );
}

function EntryRow({ entry }: { entry: AuditEntry }) {
  return (
    <TableRow data-testid={`audit-entry-${entry.id}`}>
      <Td className="text-fg-muted md:align-top max-md:absolute max-md:top-4 max-md:right-4">
        <RelativeTime at={entry.createdAt} />
      </Td>
      <Td className="md:align-top max-md:pr-24">
        <bdi className="block font-medium [overflow-wrap:anywhere]">{entry.actorName}</bdi>
        {entry.address !== null && (
          <span className="block text-fg-muted text-sm [overflow-wrap:anywhere]">
            {entry.address}
          </span>
        )}
      </Td>
      <RowHead className="md:align-top [overflow-wrap:anywhere]">
        {labelAction(entry)}
        {entry.subjectName !== null && (
          <>
            {' '}
            <Subject entry={entry} name={entry.subjectName} />
          </>
        )}
        <Details details={labelDetails(entry.details)} />
      </RowHead>
    </TableRow>
  );
}

/** A lead is linked: its page shows the whole name and timeline. */
function Subject({ entry, name }: { entry: AuditEntry; name: string }) {
  const { company } = useSession();
  if (entry.leadId === null) return <bdi className="font-medium">{name}</bdi>;

  return (
    <Link
      href={`/${company.slug}/leads/${entry.leadId}`}
      className="inline-block max-w-full truncate align-bottom font-medium text-primary-text underline underline-offset-2"
    >
      <bdi>{name}</bdi>
    </Link>
  );
}

function Details({ details }: { details: readonly Detail[] }) {
  if (details.length === 0) return null;

  return (
    <details className="text-sm">
      <summary className="w-fit cursor-default list-none rounded-sm text-fg-muted underline decoration-border-strong decoration-dotted underline-offset-4 coarse:py-2 [&::-webkit-details-marker]:hidden">
        Details
      </summary>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
        {details.map(({ label, from, value }) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-fg-muted">{label}</dt>
            <dd>
              {from !== undefined && (
                <>
                  <Value value={from} />
                  <span aria-hidden> → </span>
                  <span className="sr-only"> became </span>
                </>
              )}
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** The hint of a key does not break in two. */
const hintClass = (value: string) => (/^lk_\S+$/.test(value) ? 'whitespace-nowrap' : undefined);

function Value({ value }: { value: Detail['value'] }) {
  if (value instanceof Date) return <LocalTime at={value.toISOString()} />;
  return <bdi className={hintClass(value)}>{value}</bdi>;
}
