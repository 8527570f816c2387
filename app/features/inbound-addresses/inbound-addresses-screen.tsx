'use client';

import { useQuery } from '@tanstack/react-query';
import { Inbox, Plus } from 'lucide-react';
import { useTRPC } from '#app/_trpc/client.ts';
import { QueryFailure } from '#app/_trpc/query-failure.tsx';
import { useCan } from '#app/_trpc/session.tsx';
import { useCreateCommand } from '#app/_ui/address.ts';
import { Button } from '#app/_ui/button.tsx';
import { ListBar, NothingFound, useListTools } from '#app/_ui/list-tools.tsx';
import { PageHeader } from '#app/_ui/page-header.tsx';
import { Skeleton, SkeletonTable } from '#app/_ui/skeleton.tsx';
import { EmptyState, ForbiddenState } from '#app/_ui/states.tsx';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';
import { isAddressMatch } from './address-labels.ts';
import { LazyAddressDialogs, useAddressActions } from './address-menu.tsx';
import { AddressTable, addressOrders } from './address-table.tsx';

export function InboundAddressesScreen() {
  const canManage = useCan('admin');
  const actions = useAddressActions();
  const list = useQuery(useTRPC().inboundAddresses.list.queryOptions({}));
  const isEmpty = list.data?.length === 0;
  useCreateCommand(() => canManage && actions.connect());

  return (
    <div className="mx-auto grid max-w-400 gap-5">
      <PageHeader
        title="Inbound addresses"
        meta="Form tools send to an address when they cannot send a key."
        actions={
          canManage &&
          !isEmpty && (
            <Button variant="primary" onClick={() => actions.connect()}>
              <Plus aria-hidden />
              Connect a form tool
            </Button>
          )
        }
      />
      {!canManage && (
        <ForbiddenState>
          You can view inbound addresses. Only admins of this company can create, copy or change
          them.
        </ForbiddenState>
      )}
      {isEmpty && <NoAddresses onConnect={canManage ? () => actions.connect() : undefined} />}
      {list.isPending && <AddressesSkeleton />}
      {list.isError && !list.data && (
        <QueryFailure query={list} title="The inbound addresses could not be loaded" />
      )}
      {list.data && !isEmpty && (
        <Addresses
          addresses={list.data}
          newId={actions.newId}
          onAction={canManage ? actions.act : undefined}
        />
      )}
      <LazyAddressDialogs actions={actions} onDeleted={actions.changed} />
    </div>
  );
}

interface AddressesProps {
  addresses: readonly AddressView[];
  newId: string | undefined;
  onAction: ReturnType<typeof useAddressActions>['act'] | undefined;
}

/** A new address is shown whatever is searched for. */
function Addresses({ addresses, newId, onAction }: AddressesProps) {
  const tools = useListTools(
    addresses,
    addressOrders,
    (address, search) => address.id === newId || isAddressMatch(address, search),
  );

  return (
    <div>
      <ListBar
        tools={tools}
        noun="inbound addresses"
        placeholder="Name, tool, step or address"
        found={tools.items.length}
        total={addresses.length}
      />
      {tools.items.length > 0 ? (
        <AddressTable addresses={tools.items} newId={newId} tools={tools} onAction={onAction} />
      ) : (
        <NothingFound noun="address" search={tools.search} onClear={() => tools.setSearch('')} />
      )}
    </div>
  );
}

function NoAddresses({ onConnect }: { onConnect: (() => void) | undefined }) {
  return (
    <EmptyState
      icon={<Inbox aria-hidden />}
      title="No inbound addresses yet"
      action={
        onConnect && (
          <Button variant="primary" onClick={onConnect}>
            Connect a form tool
          </Button>
        )
      }
    >
      Typeform, Elementor, Google Ads and other tools send their submissions to an address of their
      own.
    </EmptyState>
  );
}

function AddressesSkeleton() {
  return (
    <SkeletonTable
      label="Loading inbound addresses"
      rows={4}
      className="h-45 md:h-16 md:grid-cols-[1fr_1fr_1fr_9rem_8rem_9rem]"
    >
      <Skeleton className="w-40 max-w-full" />
      <Skeleton className="w-32 max-w-full" />
      <Skeleton className="w-28 max-w-full" />
      <Skeleton className="hidden w-24 md:block" />
      <Skeleton className="hidden w-16 md:block" />
      <Skeleton className="hidden w-16 md:block" />
    </SkeletonTable>
  );
}
