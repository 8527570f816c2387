'use client';

import { ArchiveDialog } from './archive-dialog.tsx';
import { FunnelImpact } from './impacts.tsx';
import { RenameFunnelDialog } from './rename-dialogs.tsx';
import type { Archiving } from './use-archiving.ts';
import type { Asking } from './use-asked.ts';

export interface AskedFunnel {
  id: string;
  name: string;
  leads: number;
  /** How many are not archived. */
  steps: number;
}

interface FunnelDialogsProps {
  asking: Asking<'rename' | 'archive', AskedFunnel>;
  archive: Archiving['archive'];
}

export function FunnelDialogs({ asking, archive }: FunnelDialogsProps) {
  const { asked, open, setOpen } = asking;
  if (!asked) return null;

  return (
    <>
      <RenameFunnelDialog
        item={asked.item}
        open={open && asked.kind === 'rename'}
        onOpenChange={setOpen}
      />
      <ArchiveDialog
        open={open && asked.kind === 'archive'}
        onOpenChange={setOpen}
        title={`Archive ${asked.item.name}?`}
        impact={<FunnelImpact leads={asked.item.leads} steps={asked.item.steps} />}
        confirmLabel="Archive funnel"
        archive={() => archive(asked.item)}
      />
    </>
  );
}
