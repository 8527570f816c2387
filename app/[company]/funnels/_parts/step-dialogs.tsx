'use client';

import type { StepRow } from '#server/api/schemas/funnels.ts';
import { ArchiveDialog } from './archive-dialog.tsx';
import { StepImpact } from './impacts.tsx';
import { RenameStepDialog } from './rename-dialogs.tsx';
import type { Archiving } from './use-archiving.ts';
import type { Asking } from './use-asked.ts';

interface StepDialogsProps {
  asking: Asking<'rename' | 'archive', StepRow>;
  archive: Archiving['archive'];
}

export function StepDialogs({ asking, archive }: StepDialogsProps) {
  const { asked, open, setOpen } = asking;
  if (!asked) return null;

  return (
    <>
      <RenameStepDialog
        item={asked.item}
        open={open && asked.kind === 'rename'}
        onOpenChange={setOpen}
      />
      <ArchiveDialog
        open={open && asked.kind === 'archive'}
        onOpenChange={setOpen}
        title={`Archive ${asked.item.name}?`}
        impact={<StepImpact leads={asked.item.leads} />}
        confirmLabel="Archive step"
        archive={() => archive(asked.item)}
      />
    </>
  );
}
