'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '#app/_trpc/client.ts';
import { readFailure } from '#app/_trpc/failure.ts';
import { useDraftDialog } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { dismissToasts, showRetry, showUndo } from '#app/_ui/toaster.tsx';
import type { ApiKeyView } from '#server/panel-api/schemas/api-keys.ts';
import type { KeyDialog } from './issue-key-dialogs.tsx';

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
