'use client';

import { type ReactNode, useRef, useState } from 'react';
import { readFailure } from '#app/_trpc/failure.ts';
import { AlertDialog } from '#app/_ui/dialog.tsx';
import { FormError } from '#app/_ui/field.tsx';
import { useHold } from './use-hold.ts';

interface ArchiveDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What archiving does, in numbers. */
  impact: ReactNode;
  confirmLabel: string;
  archive: () => Promise<void>;
}

/** Asks before archiving; stays open and says why when the server refuses. */
export function ArchiveDialog({ impact, archive, onOpenChange, ...dialog }: ArchiveDialogProps) {
  const [refusal, setRefusal] = useState<string>();
  const archived = useRef(false);
  const { busy, run, change } = useHold((open) => {
    setRefusal(undefined);
    onOpenChange(open);
  });

  /** The menu that it was opened from is gone with its row. */
  function finalFocus() {
    const gone = archived.current;
    archived.current = false;

    return gone ? document.querySelector('main') : true;
  }

  async function confirm() {
    setRefusal(undefined);
    try {
      await archive();
      archived.current = true;
      onOpenChange(false);
    } catch (error) {
      setRefusal(readFailure(error).message);
    }
  }

  return (
    <AlertDialog
      {...dialog}
      pending={busy}
      onOpenChange={change}
      description={impact}
      onConfirm={() => run(confirm)}
      finalFocus={finalFocus}
    >
      <FormError>{refusal}</FormError>
    </AlertDialog>
  );
}
