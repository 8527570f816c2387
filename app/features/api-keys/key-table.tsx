'use client';

import Link from 'next/link';
import { type RefObject, useEffect, useRef } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count } from '#app/_ui/format.ts';
import { LinkPending } from '#app/_ui/link-pending.tsx';
import { type ListTools, matches, type Order, SortTh } from '#app/_ui/list-tools.tsx';
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
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import {
  KeyAlarmLabels,
  KeyEnd,
  KeyFailure,
  KeyHint,
  KeyKind,
  KeyStatus,
  SecretProblem,
} from './key-cells.tsx';
import {
  accessText,
  describeSuccessor,
  failureOf,
  isWorking,
  limitNames,
  secretProblemOf,
} from './key-labels.ts';
import { type KeyAction, KeyMenu } from './key-menu.tsx';

interface KeyTableProps {
  tools: ListTools<KeyOrder>;
  keys: readonly ApiKeyView[];
  /** A new key, which gets the focus. */
  newId: string | undefined;
  /** Absent for read-only members. */
  onAction?: ((action: KeyAction, key: ApiKeyView) => void) | undefined;
  /** The previous list is shown while the next one loads. */
  stale?: boolean;
}

export function KeyTable({ tools, keys, newId, onAction, stale = false }: KeyTableProps) {
  return (
    <TableFrame>
      <Table
        caption="API keys"
        aria-busy={stale}
        className={cn('md:table-fixed', stale && 'opacity-60')}
      >
        <TableHead>
          <SortTh tools={tools} name="name">
            Name
          </SortTh>
          <Th className="w-36">Key</Th>
          <Th className="w-40">Access</Th>
          <Th className="w-44">Status</Th>
          <SortTh tools={tools} name="lastUsed" className="w-40">
            Last used
          </SortTh>
          <SortTh tools={tools} name="expires" className="w-28">
            Expires
          </SortTh>
          {onAction && (
            <Th className="w-14">
              <span className="sr-only">Actions</span>
            </Th>
          )}
        </TableHead>
        <TableBody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} isNew={key.id === newId} onAction={onAction} />
          ))}
        </TableBody>
      </Table>
    </TableFrame>
  );
}

interface KeyRowProps {
  apiKey: ApiKeyView;
  isNew: boolean;
  onAction: KeyTableProps['onAction'];
}

function useFocusWhen(condition: boolean): RefObject<HTMLTableRowElement | null> {
  const ref = useRef<HTMLTableRowElement>(null);

  useEffect(() => {
    if (condition) ref.current?.focus();
  }, [condition]);

  return ref;
}

function KeyRow({ apiKey, isNew, onAction }: KeyRowProps) {
  const ref = useFocusWhen(isNew);
  const off = !isWorking(apiKey);
  const { company } = useSession();

  return (
    <TableRow
      ref={ref}
      tabIndex={-1}
      data-testid={`api-key-row-${apiKey.id}`}
      marked={isNew}
      className="grid-cols-2 outline-offset-[-2px] max-md:gap-x-3 max-md:gap-y-1.5 max-md:p-3"
    >
      <RowHead className="col-span-2 max-md:flex max-md:items-baseline max-md:gap-2 max-md:pr-10">
        <Link
          href={`/${company.slug}/settings/api-keys/${apiKey.id}`}
          dir="auto"
          className="block w-fit max-w-full font-medium text-fg leading-6 [overflow-wrap:anywhere] hover:text-primary-text hover:underline"
        >
          {apiKey.name}
          <LinkPending className="ml-2 inline" />
        </Link>
        <span className="block min-w-16 truncate text-fg-muted text-sm">
          {apiKey.createdBy ? `${apiKey.createdBy}, ` : 'Created '}
          <RelativeTime at={apiKey.createdAt} />
        </span>
      </RowHead>
      <Td label="Key" className={cn(inlineLabel, 'order-1')}>
        <KeyHint hint={apiKey.hint} />
      </Td>
      <Td label="Access" className={cn(inlineLabel, 'order-3')}>
        <Access apiKey={apiKey} />
      </Td>
      <Td label="Status" className={cn(inlineLabel, 'order-2')}>
        <span className="flex flex-wrap gap-1">
          <KeyStatus status={apiKey.status} />
          <KeyKind kind={apiKey.kind} />
        </span>
        <Successor apiKey={apiKey} />
        <KeyFailure apiKey={apiKey} />
        <KeyAlarmLabels apiKey={apiKey} />
        <SecretProblem apiKey={apiKey} onRotate={onAction && (() => onAction('rotate', apiKey))} />
      </Td>
      <Td label="Last used" className={cn(inlineLabel, 'order-5 col-span-2')}>
        <LastUse apiKey={apiKey} />
      </Td>
      <Td label="Expires" className={cn(inlineLabel, 'order-4', off && 'text-fg-muted')}>
        <KeyEnd apiKey={apiKey} />
      </Td>
      {onAction && (
        <Td className="max-md:absolute max-md:top-2 max-md:right-2 md:w-px md:text-right">
          <KeyMenu apiKey={apiKey} onAction={onAction} />
        </Td>
      )}
    </TableRow>
  );
}

/** On a card the label is as wide as its text. */
const inlineLabel = 'max-md:grid-cols-[auto_minmax(0,1fr)]';

/** The number of funnels and steps; expands to their names. */
function Access({ apiKey }: { apiKey: ApiKeyView }) {
  const names = limitNames(apiKey);
  if (names.length === 0) return accessText(apiKey);

  return (
    <details className="group">
      <summary className="w-fit list-none rounded-sm underline decoration-border-strong decoration-dotted underline-offset-4 [&::-webkit-details-marker]:hidden">
        {accessText(apiKey)}
      </summary>
      <ul className="mt-1 text-fg-muted text-sm">
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}

/** For a replaced key also its requests, which still have to be moved to the new key. */
function LastUse({ apiKey }: { apiKey: ApiKeyView }) {
  return (
    <>
      <RelativeTime at={apiKey.lastUsedAt} className="truncate md:block" />
      {apiKey.lastUsedClient && (
        <span className="truncate text-fg-muted text-sm max-md:before:content-['_·_'] md:block">
          {apiKey.lastUsedClient}
        </span>
      )}
      {apiKey.successor && apiKey.lastUsedAt && (
        <span className="block text-fg-muted text-sm">
          {count(apiKey.requestsLast24h, 'request')} in 24 h
        </span>
      )}
    </>
  );
}

/** The successor of a rotated key that still works. */
function Successor({ apiKey }: { apiKey: ApiKeyView }) {
  const successor = describeSuccessor(apiKey);
  if (!successor || !isWorking(apiKey)) return null;

  return (
    <span className="mt-1 block text-fg-muted text-sm">
      Replaced by <KeyHint hint={apiKey.successor?.hint ?? ''} />, {successor.text}{' '}
      {successor.until && <LocalTime at={successor.until} />}
    </span>
  );
}

/** 0 needs attention most. */
function urgencyOf(key: ApiKeyView): number {
  if (secretProblemOf(key)) return 0;
  if (failureOf(key)) return 1;
  if (key.alarms.length > 0) return 2;
  if (key.status === 'expiresSoon') return 3;
  return isWorking(key) ? 4 : 5;
}

/** Compares ISO 8601; `null` comes last. */
const compareTimes = (one: string | null, other: string | null) =>
  (one ?? '9').localeCompare(other ?? '9');
const latestFirst = (one: string | null, other: string | null) =>
  (other ?? '').localeCompare(one ?? '');

export const keyOrders = {
  attention: {
    label: 'Needs attention first',
    compare: (one, other) =>
      urgencyOf(one) - urgencyOf(other) ||
      latestFirst(one.lastUsedAt, other.lastUsedAt) ||
      latestFirst(one.createdAt, other.createdAt),
  },
  name: {
    label: 'Name',
    compare: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
    direction: 'ascending',
  },
  lastUsed: {
    label: 'Last used first',
    compare: (one, other) => latestFirst(one.lastUsedAt, other.lastUsedAt),
    direction: 'descending',
  },
  expires: {
    label: 'Expires first',
    compare: (one, other) => compareTimes(one.expiresAt, other.expiresAt),
    direction: 'ascending',
  },
} satisfies Record<string, Order<ApiKeyView>>;

type KeyOrder = keyof typeof keyOrders;

/** By name, by the visible part of the secret, or by the whole secret. */
export function isKeyMatch({ name, hint }: ApiKeyView, search: string): boolean {
  const [prefix = '', last4 = ''] = hint.split('…');
  return (
    matches(`${name} ${hint}`, search) || (search.startsWith(prefix) && search.endsWith(last4))
  );
}
