'use client';

import type { StepRow } from '#server/api/schemas/funnels.ts';
import { StepImpact } from './impacts.tsx';
import { type AskingProps, ItemDialogs } from './item-dialogs.tsx';
import { RenameStepDialog } from './rename-dialogs.tsx';

export function StepDialogs(props: AskingProps<StepRow>) {
  return (
    <ItemDialogs
      {...props}
      noun="step"
      Rename={RenameStepDialog}
      impact={({ leads }) => <StepImpact leads={leads} />}
    />
  );
}
