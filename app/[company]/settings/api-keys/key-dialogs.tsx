'use client';

import type { ApiKeyView } from '#server/api/schemas/api-keys.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { DeactivateKeyDialog } from './deactivate-key-dialog.tsx';
import { DeleteKeyDialog } from './delete-key-dialog.tsx';
import { EditKeyDialog } from './edit-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';

export type OpenDialog =
  | { kind: 'create' }
  | { kind: 'edit' | 'rotate' | 'deactivate' | 'delete'; key: ApiKeyView };

interface KeyDialogsProps {
  open: OpenDialog | undefined;
  onClose: () => void;
  /** A new secret was shown and is wiped. */
  onIssued: (id: string) => void;
  /** A key is other than before, in these words. */
  onChanged: (message: string) => void;
  onDeactivated: (key: ApiKeyView) => void;
}

/** Each is mounted only while it is open. */
export function KeyDialogs({ open, onClose, onIssued, onChanged, onDeactivated }: KeyDialogsProps) {
  const closeIssued = (id?: string) => (id ? onIssued(id) : onClose());
  if (!open) return null;
  if (open.kind === 'create') return <CreateKeyDialog onClose={closeIssued} />;

  const { key } = open;
  switch (open.kind) {
    case 'edit':
      return (
        <EditKeyDialog
          apiKey={key}
          onClose={onClose}
          onSaved={(saved) => onChanged(`“${saved.name}” is saved`)}
        />
      );
    case 'rotate':
      return <RotateKeyDialog apiKey={key} onClose={closeIssued} />;
    case 'deactivate':
      return (
        <DeactivateKeyDialog apiKey={key} onClose={onClose} onDone={() => onDeactivated(key)} />
      );
    case 'delete':
      return (
        <DeleteKeyDialog
          apiKey={key}
          onClose={onClose}
          onDone={() => onChanged(`“${key.name}” is deleted`)}
        />
      );
  }
}
