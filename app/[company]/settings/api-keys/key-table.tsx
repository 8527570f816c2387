'use client';

import { CircleCheck, CircleSlash, ClockAlert, RefreshCw, TimerOff } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count } from '#app/_ui/format.ts';
import { type ListTools, SortTh } from '#app/_ui/list-tools.tsx';
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
import { KeyHint } from './key-hint.tsx';
import {
  accessText,
  describeSuccessor,
  endOf,
  isSecretLost,
  isWorking,
  limitNames,
} from './key-labels.ts';
import { KeyMenu } from './key-menu.tsx';
import { failureOf, type KeyOrder } from './key-order.ts';
import type { KeyAction } from './use-key-actions.ts';

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

  return (
    <TableRow
      ref={ref}
      tabIndex={-1}
      data-testid={`api-key-row-${apiKey.id}`}
      marked={isNew}
      className="grid-cols-2 outline-offset-[-2px] max-md:gap-x-3 max-md:gap-y-1.5 max-md:p-3"
    >
      <RowHead className="col-span-2 max-md:flex max-md:items-baseline max-md:gap-2 max-md:pr-10">
        <bdi className="block font-medium [overflow-wrap:anywhere]">{apiKey.name}</bdi>
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
        <KeyStatus status={apiKey.status} />
        <Successor apiKey={apiKey} />
        <Failing apiKey={apiKey} />
        {isSecretLost(apiKey) && <LostSecret apiKey={apiKey} onAction={onAction} />}
      </Td>
      <Td label="Last used" className={cn(inlineLabel, 'order-5 col-span-2')}>
        <LastUse apiKey={apiKey} />
      </Td>
      <Td label="Expires" className={cn(inlineLabel, 'order-4', off && 'text-fg-muted')}>
        <End apiKey={apiKey} />
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

function End({ apiKey }: { apiKey: ApiKeyView }) {
  const { at, text } = endOf(apiKey);

  return text ? (
    <span className="text-sm">{text}</span>
  ) : (
    <RelativeTime at={at} className="block truncate" />
  );
}

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

/** Why requests with the key fail. */
function Failing({ apiKey }: { apiKey: ApiKeyView }) {
  const text = failureOf(apiKey);
  return text && <span className="mt-1 block text-sm text-warning">{text}</span>;
}

function LostSecret({ apiKey, onAction }: Omit<KeyRowProps, 'isNew'>) {
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-warning">
      Secret never copied
      {onAction && (
        <Button size="sm" onClick={() => onAction('rotate', apiKey)}>
          Rotate
        </Button>
      )}
    </span>
  );
}

const statusBadges: Record<ApiKeyView['status'], { label: string; tone: Tone; icon: ReactNode }> = {
  active: { label: 'Active', tone: 'success', icon: <CircleCheck aria-hidden /> },
  expiresSoon: { label: 'Expires soon', tone: 'warning', icon: <ClockAlert aria-hidden /> },
  retiring: { label: 'Replaced', tone: 'info', icon: <RefreshCw aria-hidden /> },
  inactive: { label: 'Inactive', tone: 'neutral', icon: <CircleSlash aria-hidden /> },
  expired: { label: 'Expired', tone: 'danger', icon: <TimerOff aria-hidden /> },
};

function KeyStatus({ status }: { status: ApiKeyView['status'] }) {
  const { label, tone, icon } = statusBadges[status];

  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  );
}
