'use client';

import { ChangePasswordDialog } from './change-password-dialog.tsx';
import { NewCodesDialog } from './new-codes-dialog.tsx';
import { TurnOffDialog } from './turn-off-dialog.tsx';
import { TurnOnDialog } from './turn-on-dialog.tsx';

export type OpenDialog = 'password' | 'turnOn' | 'turnOff' | 'codes';

interface AccountDialogsProps {
  open: OpenDialog | undefined;
  onClose: () => void;
  /** The account is other than before, in these words. */
  onDone: (by: OpenDialog, words: string) => void;
}

/** Each is mounted only while it is open, so that no secret outlives it. */
export function AccountDialogs({ open, onClose, onDone }: AccountDialogsProps) {
  const done = (words: string) => open && onDone(open, words);

  switch (open) {
    case 'password':
      return <ChangePasswordDialog onClose={onClose} onDone={done} />;
    case 'turnOn':
      return <TurnOnDialog onClose={onClose} onDone={done} />;
    case 'turnOff':
      return <TurnOffDialog onClose={onClose} onDone={done} />;
    case 'codes':
      return <NewCodesDialog onClose={onClose} onDone={done} />;
    case undefined:
      return null;
  }
}
