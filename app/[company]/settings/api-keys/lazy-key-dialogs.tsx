'use client';

import { late } from '#app/_ui/late.tsx';
import type { useKeyActions } from './use-key-actions.ts';

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
