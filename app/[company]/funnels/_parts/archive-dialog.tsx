'use client';

import { type ReactNode, useState } from 'react';
import { readFailure } from '#app/_trpc/failure.ts';
import { AlertDialog } from '#app/_ui/dialog.tsx';
import { FormError } from '#app/_ui/field.tsx';

interface ArchiveDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What archiving does, in numbers. */
  impact: ReactNode;
  confirmLabel: string;
  pending: boolean;
  archive: () => Promise<void>;
}

/** Asks before archiving; stays open and says why when the server refuses. */
export function ArchiveDialog({ impact, archive, onOpenChange, ...dialog }: ArchiveDialogProps) {
  const [refusal, setRefusal] = useState<string>();

  function change(open: boolean) {
    setRefusal(undefined);
    onOpenChange(open);
  }

  async function confirm() {
    setRefusal(undefined);
    try {
      await archive();
      onOpenChange(false);
    } catch (error) {
      setRefusal(readFailure(error).message);
    }
  }

  return (
    <AlertDialog {...dialog} onOpenChange={change} description={impact} onConfirm={confirm}>
      <FormError>{refusal}</FormError>
    </AlertDialog>
  );
}
