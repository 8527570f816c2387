'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import type { DraftDialog } from '#app/_trpc/use-draft.ts';
import { useAnnounce } from '#app/_ui/announce.tsx';
import { stepNameMax } from '#server/panel-api/schemas/funnels.ts';
import { NameDialog } from './name-dialog.tsx';
import { useRefreshFunnels } from './use-refresh-funnels.ts';

interface AddStepDialogProps {
  funnel: { id: string; name: string };
  dialog: DraftDialog<true>;
}

export function AddStepDialog({ funnel, dialog }: AddStepDialogProps) {
  const create = useMutation(useTRPC().steps.create.mutationOptions());
  const refresh = useRefreshFunnels();
  const announce = useAnnounce();

  async function save(name: string) {
    await create.mutateAsync({ funnelId: funnel.id, name });
    await refresh();
    announce(`Step ${name} added`);
    dialog.close();
  }

  return (
    <NameDialog
      dialog={dialog}
      title="Add step"
      submitLabel="Add step"
      hint="The step is added at the end. You can copy its ID immediately."
      max={stepNameMax}
      save={save}
    />
  );
}
