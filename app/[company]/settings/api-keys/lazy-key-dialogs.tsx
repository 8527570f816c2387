'use client';

import { LazyDialog } from '#app/_ui/lazy.tsx';
import { keyDialogs, type useKeyActions } from './use-key-actions.ts';

interface LazyKeyDialogsProps {
  actions: ReturnType<typeof useKeyActions>;
  /** Called after a key was deleted, with a message. */
  onDeleted: (message: string) => void;
}

/** The dialogs of `useKeyActions`. */
export function LazyKeyDialogs({ actions, onDeleted }: LazyKeyDialogsProps) {
  return (
    <LazyDialog dialog={keyDialogs} open={actions.dialog.open} onCancel={actions.dialog.close}>
      {(KeyDialogs) => (
        <KeyDialogs
          dialog={actions.dialog}
          onIssued={actions.issued}
          onChanged={actions.changed}
          onDeactivated={actions.deactivated}
          onDeleted={onDeleted}
        />
      )}
    </LazyDialog>
  );
}
