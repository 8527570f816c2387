'use client';

import { type RefObject, useEffect, useRef } from 'react';
import type { ApiKeyView } from '#server/api/schemas/api-keys.ts';
import { cn } from '../../../_ui/cn.ts';
import { count } from '../../../_ui/count.ts';
import { RelativeTime } from '../../../_ui/relative-time.tsx';
import {
  RowHead,
  Table,
  TableBody,
  TableFrame,
  TableHead,
  TableRow,
  Td,
  Th,
} from '../../../_ui/table.tsx';
import { type KeyAction, KeyMenu } from './key-menu.tsx';
import { KeyStatus } from './key-status.tsx';
import { accessText, isWorking, limitNames, successorText } from './key-words.ts';

interface KeyTableProps {
  keys: readonly ApiKeyView[];
  /** The key that has just been made: it gets the focus once it is there. */
  newId: string | undefined;
  /** Absent for members who may only read. */
  onAction?: ((action: KeyAction, key: ApiKeyView) => void) | undefined;
  /** A list of before is shown while the wanted one is on its way. */
  stale?: boolean;
}

export function KeyTable({ keys, newId, onAction, stale = false }: KeyTableProps) {
  return (
    <TableFrame>
      <Table
        caption="API keys"
        aria-busy={stale}
        className={cn('md:table-fixed', stale && 'opacity-60')}
      >
        <TableHead>
          <Th>Name</Th>
          <Th className="w-36">Key</Th>
          <Th className="w-40">Access</Th>
          <Th className="w-44">Status</Th>
          <Th className="w-40">Last used</Th>
          <Th className="w-28">Expires</Th>
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

function useFocusWhen(wanted: boolean): RefObject<HTMLTableRowElement | null> {
  const ref = useRef<HTMLTableRowElement>(null);

  useEffect(() => {
    if (wanted) ref.current?.focus();
  }, [wanted]);

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
      className="outline-offset-[-2px]"
    >
      <RowHead className="max-md:pr-10">
        <span className="block font-medium [overflow-wrap:anywhere]">{apiKey.name}</span>
        <span className="block truncate text-fg-muted text-sm">
          {apiKey.createdBy ? `${apiKey.createdBy}, ` : 'Created '}
          <RelativeTime at={apiKey.createdAt} />
        </span>
      </RowHead>
      <Td label="Key">
        <code className="font-mono text-sm whitespace-nowrap">{apiKey.hint}</code>
      </Td>
      <Td label="Access">
        <Access apiKey={apiKey} />
      </Td>
      <Td label="Status">
        <KeyStatus status={apiKey.status} />
        <Successor apiKey={apiKey} />
      </Td>
      <Td label="Last used">
        <LastUse apiKey={apiKey} />
      </Td>
      <Td label="Expires" className={cn(off && 'text-fg-muted')}>
        <RelativeTime at={apiKey.expiresAt} className="block truncate" />
      </Td>
      {onAction && (
        <Td className="max-md:absolute max-md:top-2 max-md:right-2 md:w-px md:text-right">
          <KeyMenu apiKey={apiKey} onAction={onAction} />
        </Td>
      )}
    </TableRow>
  );
}

/** Counts with the names behind them: in sight for few, on demand for many. */
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

/** Of a replaced key also how much it is still used: that is what is left to change. */
function LastUse({ apiKey }: { apiKey: ApiKeyView }) {
  return (
    <>
      <RelativeTime at={apiKey.lastUsedAt} className="block truncate" />
      {apiKey.lastUsedClient && (
        <span className="block truncate text-fg-muted text-sm">{apiKey.lastUsedClient}</span>
      )}
      {apiKey.successor && apiKey.lastUsedAt && (
        <span className="block text-fg-muted text-sm">
          {count(apiKey.requestsLast24h, 'request')} in 24 h
        </span>
      )}
    </>
  );
}

/** What became of a key that was rotated but still works. */
function Successor({ apiKey }: { apiKey: ApiKeyView }) {
  const text = successorText(apiKey);
  if (!text || !isWorking(apiKey)) return null;

  return <span className="mt-1 block text-fg-muted text-sm">{text}</span>;
}
