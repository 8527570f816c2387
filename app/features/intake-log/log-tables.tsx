'use client';

import Link from 'next/link';
import type { ReactNode } from 'react';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';
import { count, digits, formatDay } from '#app/_ui/format.ts';
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
import { LocalTime, RelativeTime } from '#app/_ui/time.tsx';
import { Result } from '#app/features/api-keys/key-cells.tsx';
import { needsPerson } from '#db/values/intake-log.ts';
import type { KeylessCount, LogEntry, LogGroup } from '#server/panel-api/schemas/intake-log.ts';
import { type LogAddress, writeLogAddress } from '#server/panel-api/schemas/log-address.ts';
import { causeText, keylessTexts } from './log-labels.ts';
import { replayTitles } from './replay-labels.ts';

const rowLink =
  'font-medium text-fg [overflow-wrap:anywhere] after:absolute after:inset-0 hover:text-primary-text';

interface GroupTableProps {
  groups: readonly LogGroup[];
  address: LogAddress;
}

/** Requests by cause. The link on the cause covers its row, and lists the requests of that cause. */
export function GroupTable({ groups, address }: GroupTableProps) {
  return (
    <TableFrame>
      <Table caption="Requests by cause, those that came last first" className="md:table-fixed">
        <TableHead>
          <Th className="w-28 text-right">Requests</Th>
          <Th className="w-20">Status</Th>
          <Th>Cause</Th>
          <Th className="w-64">Key and step</Th>
          <Th className="w-32">Last</Th>
        </TableHead>
        <TableBody>
          {groups.map((group) => (
            <TableRow
              key={group.groupId}
              data-testid={`log-group-${group.groupId}`}
              className="grid-cols-[auto_auto_minmax(0,1fr)] items-baseline"
            >
              <Td className="tabular font-semibold md:text-right">
                {digits(group.requests)}
                <span className="font-normal text-fg-muted md:sr-only">
                  {group.requests === 1 ? ' request' : ' requests'}
                </span>
              </Td>
              <Td>
                <Result {...group} />
              </Td>
              <RowHead className="max-md:order-2 max-md:col-span-3">
                <Link
                  href={`?${writeLogAddress({ ...address, group: group.groupId })}`}
                  scroll={false}
                  prefetch={false}
                  dir="auto"
                  className={rowLink}
                >
                  {causeText(group)}
                </Link>
              </RowHead>
              <Td className="max-md:order-3 max-md:col-span-3">
                <Source {...group} />
              </Td>
              <Td className="text-fg-muted max-md:text-right">
                <RelativeTime at={group.lastAt} />
              </Td>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableFrame>
  );
}

/** The key and the step of a request. */
function Source({ apiKey, step }: Pick<LogEntry, 'apiKey' | 'step'>) {
  return (
    <span className="grid text-sm">
      <bdi className="truncate">{apiKey?.name ?? 'Unknown key'}</bdi>
      {step && (
        <bdi className="truncate text-fg-muted">
          {step.funnelName}: {step.name}
        </bdi>
      )}
    </span>
  );
}

interface ChosenGroupProps {
  /** Absent when none of its requests is within the days of the filter. */
  group: LogGroup | undefined;
  newest: LogEntry | undefined;
  action: ReactNode;
}

/** The cause whose requests are listed. */
export function ChosenGroup({ group, newest, action }: ChosenGroupProps) {
  if (!group) return <div>{action}</div>;

  const dropped = group.droppedEntries;
  return (
    <Section
      title="Cause"
      action={
        <span className="flex flex-wrap justify-end gap-2 py-1.5">
          {newest && <MapFields entry={newest} size="sm" />}
          <ReplayLink group={group} />
          {action}
        </span>
      }
    >
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Result {...group} />
        <bdi className="font-medium text-base [overflow-wrap:anywhere]">{causeText(group)}</bdi>
      </p>
      <p className="mt-2 text-fg-muted">
        {count(group.requests, 'request')} since <LocalTime at={group.firstAt} />, the last{' '}
        <RelativeTime at={group.lastAt} />
        {group.apiKey && (
          <>
            {', with the key '}
            <KeyLink apiKey={group.apiKey} />
          </>
        )}
        {group.step && (
          <>
            {', to '}
            <bdi>
              {group.step.funnelName}: {group.step.name}
            </bdi>
          </>
        )}
        .
      </p>
      {dropped > 0 && (
        <p className="mt-2 text-sm text-warning">
          {count(dropped, 'request')} came faster than the log is written, and{' '}
          {dropped === 1 ? 'is' : 'are'} not listed.
        </p>
      )}
    </Section>
  );
}

interface MapFieldsProps {
  entry: Pick<LogEntry, 'id' | 'apiKey'>;
  size?: 'sm';
}

/** Where an admin says what requests like this one are read as. */
export function MapFields({ entry: { id, apiKey }, size }: MapFieldsProps) {
  const { company } = useSession();
  const canManage = useCan('admin');
  if (!canManage || !apiKey || apiKey.isDeleted) return null;

  return (
    <ButtonLink
      size={size}
      href={`/${company.slug}/settings/api-keys/${apiKey.id}/fields?entry=${id}`}
    >
      Map fields
    </ButtonLink>
  );
}

/** Where an admin sends the requests of a cause again, or reads those of leads again. */
function ReplayLink({ group: { groupId, outcome } }: { group: LogGroup }) {
  const { company } = useSession();
  const canManage = useCan('admin');
  if (!canManage || (!needsPerson(outcome) && outcome !== 'created')) return null;

  return (
    <ButtonLink size="sm" href={`/${company.slug}/intake-log/replay/${groupId}`}>
      {replayTitles[needsPerson(outcome) ? 'send' : 'read']}
    </ButtonLink>
  );
}

export function KeyLink({ apiKey }: { apiKey: NonNullable<LogEntry['apiKey']> }) {
  const { company } = useSession();
  if (apiKey.isDeleted) {
    return (
      <>
        <bdi>{apiKey.name}</bdi> (deleted)
      </>
    );
  }
  return (
    <Link
      href={`/${company.slug}/settings/api-keys/${apiKey.id}`}
      className="text-primary-text underline underline-offset-2"
    >
      <bdi>{apiKey.name}</bdi>
    </Link>
  );
}

/** Requests one by one. The link on the answer covers its row. */
export function EntryTable({ entries }: { entries: readonly LogEntry[] }) {
  return (
    <TableFrame>
      <Table caption="Requests, newest first" className="md:table-fixed">
        <TableHead>
          <Th className="w-32">Time</Th>
          <Th className="w-20">Status</Th>
          <Th>Answer</Th>
          <Th className="w-64">Key and step</Th>
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

function EntryRow({ entry }: { entry: LogEntry }) {
  const { company } = useSession();
  const { id, at, status, outcome, message, item, ignoredFields, lead } = entry;

  return (
    <TableRow
      data-testid={`log-entry-${id}`}
      className="grid-cols-[auto_minmax(0,1fr)] items-baseline"
    >
      <Td className="text-fg-muted max-md:order-2 max-md:text-right md:align-top">
        <RelativeTime at={at} seconds />
      </Td>
      <Td className="max-md:order-1 md:align-top">
        <Result status={status} outcome={outcome} />
      </Td>
      <RowHead className="[overflow-wrap:anywhere] max-md:order-3 max-md:col-span-2 md:align-top">
        <Link href={`/${company.slug}/intake-log/${id}`} prefetch={false} className={rowLink}>
          <bdi>{lead?.name || message || 'No answer'}</bdi>
        </Link>
        {lead && <span className="block text-fg-muted text-sm">{message}</span>}
        {item !== null && (
          <span className="block text-fg-muted text-sm">Lead {item + 1} of a batch</span>
        )}
        {ignoredFields.length > 0 && (
          <span className="block text-fg-muted text-sm">
            Not read: <bdi>{ignoredFields.join(', ')}</bdi>
          </span>
        )}
      </RowHead>
      <Td className="max-md:order-4 max-md:col-span-2 md:align-top">
        <Source {...entry} />
      </Td>
    </TableRow>
  );
}

/** Requests without a valid key, by step. */
export function KeylessList({ counts }: { counts: readonly KeylessCount[] }) {
  const { company } = useSession();

  return (
    <Section title="Without a valid key">
      <ul className="grid gap-1.5">
        {counts.map(({ step, reason, requests, firstDay }) => (
          <li key={`${step.id} ${reason}`} className="[overflow-wrap:anywhere]">
            <span className="font-medium">{count(requests, 'request')}</span> {keylessTexts[reason]}{' '}
            since {formatDay(firstDay)}, to{' '}
            <bdi>
              {step.funnelName}: {step.name}
            </bdi>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-fg-muted text-sm">
        Such requests belong to no key, so they are only counted.{' '}
        <Link
          href={`/${company.slug}/integrate`}
          className="text-primary-text underline underline-offset-2"
        >
          Integrate
        </Link>{' '}
        shows how a key is sent.
      </p>
    </Section>
  );
}
