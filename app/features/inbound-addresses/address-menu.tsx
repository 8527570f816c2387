'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CirclePause, CirclePlay, Copy, Ellipsis, Pencil, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { useOrigin } from '#app/_ui/address.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { IconButton } from '#app/_ui/button.tsx';
import { copyText } from '#app/_ui/copy-button.tsx';
import { late } from '#app/_ui/late.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/_ui/menu.tsx';
import { dismissToasts, showDone, showRetry, showUndo } from '#app/_ui/toaster.tsx';
import type { AddressView } from '#server/panel-api/schemas/inbound-addresses.ts';
import { urlOf } from './address-labels.ts';
import type { AddressDialog, Place } from './use-address-form.ts';

type Named = Pick<AddressView, 'id' | 'name'>;

export type AddressAction = 'copy' | 'edit' | 'pause' | 'resume' | 'rotate' | 'delete';

/** The open dialog and the actions after each of them. */
export function useAddressActions() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const origin = useOrigin();
  const dialog = useDraftDialog<AddressDialog>('inbound address');
  const [newId, setNewId] = useState<string>();
  const reveal = useMutation(trpc.inboundAddresses.reveal.mutationOptions({ gcTime: 0 }));
  const pause = useMutation(trpc.inboundAddresses.pause.mutationOptions());
  const resume = useMutation(trpc.inboundAddresses.resume.mutationOptions());

  async function refreshAndAnnounce(message: string) {
    await queryClient.invalidateQueries(trpc.inboundAddresses.pathFilter());
    announce(message);
  }
  async function changed(message: string) {
    dialog.close();
    await refreshAndAnnounce(message);
  }

  /** Where the browser refuses to copy, a dialog shows the address. */
  async function copy(address: Named): Promise<void> {
    try {
      const revealed = await reveal.mutateAsync({ id: address.id });
      const url = urlOf(origin, revealed.address);
      if (await copyText(url, document.body)) {
        showDone(`The address of “${address.name}” is copied`);
      } else {
        dialog.show({ kind: 'copy', name: address.name, url });
      }
    } catch (error) {
      showRetry(readFailure(error).message, () => copy(address));
    }
  }

  /** Also called by a toast, possibly on another screen. */
  async function setPaused({ id, name }: Named, isPaused: boolean): Promise<void> {
    const undo = () => setPaused({ id, name }, !isPaused);
    try {
      await (isPaused ? pause : resume).mutateAsync({ id });
    } catch (error) {
      showRetry(`“${name}”: ${readFailure(error).message}`, () =>
        setPaused({ id, name }, isPaused),
      );
      return;
    }
    dismissToasts();
    if (isPaused) showUndo(`“${name}” is paused`, undo);
    await refreshAndAnnounce(isPaused ? `“${name}” is paused` : `“${name}” is active again`);
  }

  return {
    dialog,
    newId,
    connect: (place?: Place) => {
      setNewId(undefined);
      dialog.show({ kind: 'connect', ...(place && { place }) });
    },
    changed,
    act: (action: AddressAction, address: AddressView) => {
      setNewId(undefined);
      if (action === 'copy') void copy(address);
      else if (action === 'pause' || action === 'resume') {
        void setPaused(address, action === 'pause');
      } else dialog.show({ kind: action, address });
    },
    /* The row is marked after the dialog has given the focus back. */
    created: async (id: string) => {
      await changed('The new address is in the list');
      setNewId(id);
    },
  };
}

const AddressDialogs = late(async () => (await import('./address-dialogs.tsx')).AddressDialogs);

interface LazyAddressDialogsProps {
  actions: ReturnType<typeof useAddressActions>;
  /** Called after an address was deleted, with a message. */
  onDeleted: (message: string) => void;
}

/** The dialogs of `useAddressActions`. */
export function LazyAddressDialogs({ actions, onDeleted }: LazyAddressDialogsProps) {
  return (
    actions.dialog.open && (
      <AddressDialogs
        dialog={actions.dialog}
        onCreated={actions.created}
        onChanged={actions.changed}
        onDeleted={onDeleted}
      />
    )
  );
}

interface AddressMenuProps {
  address: AddressView;
  onAction: (action: AddressAction, address: AddressView) => void;
}

export function AddressMenu({ address, onAction }: AddressMenuProps) {
  const act = (action: AddressAction) => () => onAction(action, address);

  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${address.name}`} size="sm">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Copy aria-hidden />} onSelect={act('copy')}>
        Copy address
      </MenuItem>
      <MenuItem icon={<Pencil aria-hidden />} onSelect={act('edit')}>
        Edit
      </MenuItem>
      {address.pausedAt ? (
        <MenuItem icon={<CirclePlay aria-hidden />} onSelect={act('resume')}>
          Resume
        </MenuItem>
      ) : (
        <MenuItem icon={<CirclePause aria-hidden />} onSelect={act('pause')}>
          Pause
        </MenuItem>
      )}
      <MenuItem icon={<RefreshCw aria-hidden />} onSelect={act('rotate')}>
        Rotate
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={act('delete')}>
        Delete
      </MenuItem>
    </Menu>
  );
}
