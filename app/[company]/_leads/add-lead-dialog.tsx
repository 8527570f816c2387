'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { LazyDialog, preloadOnHover } from '#app/_ui/lazy.tsx';
import { useCreateCommand } from '#app/_ui/use-create-command.ts';

const popup = {
  name: 'add lead',
  load: async () => (await import('./add-lead-popup.tsx')).AddLeadPopup,
};

interface AddLeadDialogProps {
  /** The step that is chosen at first. */
  stepId?: string | undefined;
}

/** A button that opens the form for a lead that is entered by hand. Nothing for viewers. */
export function AddLeadDialog({ stepId }: AddLeadDialogProps) {
  const [open, setOpen] = useState(false);
  const mayAdd = useCan('agent');
  useCreateCommand(() => setOpen(mayAdd));
  if (!mayAdd) return null;

  return (
    <>
      <Button {...preloadOnHover(popup)} onClick={() => setOpen(true)}>
        <Plus aria-hidden />
        Add lead
      </Button>
      <LazyDialog dialog={popup} open={open} onCancel={() => setOpen(false)}>
        {(AddLeadPopup) => open && <AddLeadPopup stepId={stepId} onClose={() => setOpen(false)} />}
      </LazyDialog>
    </>
  );
}
