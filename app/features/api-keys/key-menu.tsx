'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Ellipsis, Pencil, Power, PowerOff, RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { IconButton } from '#app/_ui/button.tsx';
import { late } from '#app/_ui/late.tsx';
import { Menu, MenuItem, MenuSeparator } from '#app/_ui/menu.tsx';
import { dismissToasts, showRetry, showUndo } from '#app/_ui/toaster.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import type { KeyDialog } from './issue-key.tsx';
import { canActivate, canRotate, isWorking } from './key-labels.ts';

export type KeyAction = 'edit' | 'rotate' | 'deactivate' | 'activate' | 'delete';

/** The open key dialog and the actions after each of them. */
export function useKeyActions() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const announce = useAnnounce();
  const dialog = useDraftDialog<KeyDialog>('API key');
  const [newId, setNewId] = useState<string>();
  const activate = useMutation(trpc.apiKeys.activate.mutationOptions());

  const refresh = () => queryClient.invalidateQueries(trpc.apiKeys.pathFilter());
  async function refreshAndAnnounce(message: string) {
    await refresh();
    announce(message);
  }
  async function changed(message: string) {
    dialog.close();
    await refreshAndAnnounce(message);
  }

  /** Also called by a toast, possibly on another screen or while a dialog is open. */
  async function activateKey(key: ApiKeyView): Promise<void> {
    try {
      await activate.mutateAsync({ id: key.id });
    } catch (error) {
      const { message } = readFailure(error);
      showRetry(`“${key.name}” is still inactive. ${message}`, () => activateKey(key));
      return;
    }
    dismissToasts();
    await refreshAndAnnounce(`“${key.name}” is active again`);
  }

  return {
    dialog,
    newId,
    refresh,
    create: () => dialog.show({ kind: 'create' }),
    changed,
    act: (kind: KeyAction, key: ApiKeyView) => {
      setNewId(undefined);
      if (kind === 'activate') activateKey(key);
      else dialog.show({ kind, key });
    },
    /* The row is marked after the dialog has given the focus back. */
    issued: async (id: string) => {
      await changed('The new API key is in the list');
      setNewId(id);
    },
    deactivated: (key: ApiKeyView) => {
      showUndo(`“${key.name}” is deactivated`, () => activateKey(key));
      return changed(`“${key.name}” is deactivated`);
    },
  };
}

const KeyDialogs = late(async () => (await import('./key-dialogs.tsx')).KeyDialogs);

interface LazyKeyDialogsProps {
  actions: ReturnType<typeof useKeyActions>;
  /** Called after a key was deleted, with a message. */
  onDeleted: (message: string) => void;
}

/** The dialogs of `useKeyActions`. */
export function LazyKeyDialogs({ actions, onDeleted }: LazyKeyDialogsProps) {
  return (
    actions.dialog.open && (
      <KeyDialogs
        dialog={actions.dialog}
        onIssued={actions.issued}
        onChanged={actions.changed}
        onDeactivated={actions.deactivated}
        onDeleted={onDeleted}
      />
    )
  );
}

interface KeyMenuProps {
  apiKey: ApiKeyView;
  onAction: (action: KeyAction, key: ApiKeyView) => void;
}

/** The actions that the state of the key allows. */
export function KeyMenu({ apiKey, onAction }: KeyMenuProps) {
  const working = isWorking(apiKey);
  const act = (action: KeyAction) => () => onAction(action, apiKey);

  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${apiKey.name}`} size="sm">
          <Ellipsis aria-hidden />
        </IconButton>
      }
    >
      <MenuItem icon={<Pencil aria-hidden />} onSelect={act('edit')}>
        Edit
      </MenuItem>
      {canRotate(apiKey) && (
        <MenuItem icon={<RefreshCw aria-hidden />} onSelect={act('rotate')}>
          Rotate
        </MenuItem>
      )}
      {working && (
        <MenuItem icon={<PowerOff aria-hidden />} onSelect={act('deactivate')}>
          Deactivate
        </MenuItem>
      )}
      {canActivate(apiKey) && (
        <MenuItem icon={<Power aria-hidden />} onSelect={act('activate')}>
          Activate
        </MenuItem>
      )}
      {!working && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} tone="danger" onSelect={act('delete')}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}
