'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { funnelNameMax, stepNameMax } from '#server/api/schemas/funnels.ts';
import { NameDialog } from './name-dialog.tsx';
import { useRefreshFunnels } from './use-funnel-cache.ts';

export interface RenameProps {
  item: { id: string; name: string };
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function RenameFunnelDialog({ item, open, onOpenChange }: RenameProps) {
  const rename = useMutation(useTRPC().funnels.rename.mutationOptions());

  return (
    <RenameDialog
      {...{ item, open, onOpenChange }}
      title="Rename funnel"
      max={funnelNameMax}
      rename={rename.mutateAsync}
    />
  );
}

export function RenameStepDialog({ item, open, onOpenChange }: RenameProps) {
  const rename = useMutation(useTRPC().steps.rename.mutationOptions());

  return (
    <RenameDialog
      {...{ item, open, onOpenChange }}
      title="Rename step"
      hint="The step ID stays the same, so integrations go on working."
      max={stepNameMax}
      rename={rename.mutateAsync}
    />
  );
}

interface RenameDialogProps extends RenameProps {
  title: string;
  hint?: string;
  max: number;
  rename: (input: { id: string; name: string }) => Promise<unknown>;
}

function RenameDialog({ item, rename, ...dialog }: RenameDialogProps) {
  const refresh = useRefreshFunnels();
  const announce = useAnnounce();

  async function save(name: string) {
    await rename({ id: item.id, name });
    await refresh();
    announce(`Renamed to ${name}`);
    dialog.onOpenChange(false);
  }

  return <NameDialog {...dialog} label="Name" initial={item.name} submitLabel="Save" save={save} />;
}
