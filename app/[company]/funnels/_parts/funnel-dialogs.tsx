'use client';

import { FunnelImpact } from './impacts.tsx';
import { type AskingProps, ItemDialogs } from './item-dialogs.tsx';
import { RenameFunnelDialog } from './rename-dialogs.tsx';

export interface AskedFunnel {
  id: string;
  name: string;
  leads: number;
  /** How many are not archived. */
  steps: number;
}

export function FunnelDialogs(props: AskingProps<AskedFunnel>) {
  return (
    <ItemDialogs
      {...props}
      noun="funnel"
      Rename={RenameFunnelDialog}
      impact={({ leads, steps }) => <FunnelImpact leads={leads} steps={steps} />}
    />
  );
}
