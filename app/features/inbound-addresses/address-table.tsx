'use client';

import Link from 'next/link';
import { useEffect, useRef } from 'react';
import { useSession } from '#app/_trpc/session.tsx';
import { LinkPending } from '#app/_ui/link-pending.tsx';
import { type ListTools, type Order, SortTh } from '#app/_ui/list-tools.tsx';
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
import { RelativeTime } from '#app/_ui/time.tsx';
import { KeyHint } from '#app/features/api-keys/key-cells.tsx';
import { presetLabels } from '#db/values/inbound-addresses.ts';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';
import { AddressKey, AddressStateBadge, StepLink } from './address-cells.tsx';
import { type AddressAction, AddressMenu } from './address-menu.tsx';

interface AddressTableProps {
  tools: ListTools<AddressOrder>;
  addresses: readonly AddressView[];
  /** A new address, which gets the focus. */
  newId: string | undefined;
  /** Absent for read-only members. */
  onAction: ((action: AddressAction, address: AddressView) => void) | undefined;
}

export function AddressTable({ tools, addresses, newId, onAction }: AddressTableProps) {
  return (
    <TableFrame>
      <Table caption="Inbound addresses" className="md:table-fixed">
        <TableHead>
          <SortTh tools={tools} name="name">
            Name
          </SortTh>
          <Th>Step</Th>
          <Th>Key</Th>
          <Th className="w-36">Address</Th>
          <SortTh tools={tools} name="lastUsed" className="w-32">
            Key used
          </SortTh>
          <Th className="w-36">State</Th>
          {onAction && (
            <Th className="w-14">
              <span className="sr-only">Actions</span>
            </Th>
          )}
        </TableHead>
        <TableBody>
          {addresses.map((address) => (
            <AddressRow
              key={address.id}
              address={address}
              isNew={address.id === newId}
              onAction={onAction}
            />
          ))}
        </TableBody>
      </Table>
    </TableFrame>
  );
}

interface AddressRowProps extends Pick<AddressTableProps, 'onAction'> {
  address: AddressView;
  isNew: boolean;
}

/** On a card the label is as wide as its text. */
const inlineLabel = 'max-md:grid-cols-[auto_minmax(0,1fr)]';

function AddressRow({ address, isNew, onAction }: AddressRowProps) {
  const ref = useRef<HTMLTableRowElement>(null);
  const { company } = useSession();
  const { id, name, preset, hint, apiKey } = address;

  useEffect(() => {
    if (isNew) ref.current?.focus();
  }, [isNew]);

  return (
    <TableRow
      ref={ref}
      tabIndex={-1}
      data-testid={`inbound-address-row-${id}`}
      marked={isNew}
      className="grid-cols-2 outline-offset-[-2px] max-md:gap-x-3 max-md:gap-y-1.5 max-md:p-3"
    >
      <RowHead className="col-span-2 max-md:pr-10">
        <Link
          href={`/${company.slug}/settings/inbound-addresses/${id}`}
          dir="auto"
          className="block w-fit max-w-full font-medium text-fg leading-6 [overflow-wrap:anywhere] hover:text-primary-text hover:underline"
        >
          {name}
          <LinkPending className="ml-2 inline" />
        </Link>
        <span className="block text-fg-muted text-sm">{presetLabels[preset]}</span>
      </RowHead>
      <Td label="Step" className={`${inlineLabel} col-span-2`}>
        <StepLink address={address} />
      </Td>
      <Td label="Key" className={`${inlineLabel} col-span-2`}>
        <span>
          <AddressKey apiKey={apiKey} />
        </span>
      </Td>
      <Td label="Address" className={`${inlineLabel} col-span-2`}>
        <KeyHint hint={hint} />
      </Td>
      <Td label="Key used" className={inlineLabel}>
        <RelativeTime at={apiKey.lastUsedAt} />
      </Td>
      <Td label="State" className={inlineLabel}>
        <span>
          <AddressStateBadge address={address} />
        </span>
      </Td>
      {onAction && (
        <Td className="max-md:absolute max-md:top-2 max-md:right-2 md:w-px md:text-right">
          <AddressMenu address={address} onAction={onAction} />
        </Td>
      )}
    </TableRow>
  );
}

export const addressOrders = {
  name: {
    label: 'Name',
    compare: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
    direction: 'ascending',
  },
  lastUsed: {
    label: 'Last used first',
    compare: (one, other) =>
      (other.apiKey.lastUsedAt ?? '').localeCompare(one.apiKey.lastUsedAt ?? ''),
    direction: 'descending',
  },
} satisfies Record<string, Order<AddressView>>;

type AddressOrder = keyof typeof addressOrders;
