'use client';

import type { FunnelRow } from '#server/api/schemas/funnels.ts';
import { ArchiveDialog } from '../_parts/archive-dialog.tsx';
import { FunnelImpact } from '../_parts/impacts.tsx';
import { RenameFunnelDialog } from '../_parts/rename-dialogs.tsx';
import type { Archiving } from '../_parts/use-archiving.ts';
import type { Asking } from '../_parts/use-asked.ts';

interface FunnelDialogsProps {
  asking: Asking<'rename' | 'archive', FunnelRow>;
  archiving: Archiving;
}

export function FunnelDialogs({ asking, archiving }: FunnelDialogsProps) {
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
        archive={() => archiving.archive(asked.item)}
      />
    </>
  );
}
