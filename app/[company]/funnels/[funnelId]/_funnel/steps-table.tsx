'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { LazyDialog } from '#app/_ui/lazy.tsx';
import { Table, TableBody, TableFrame } from '#app/_ui/table.tsx';
import type { FunnelView, StepRow } from '#server/api/schemas/funnels.ts';
import { stepDialogs } from '../../_parts/later-dialogs.ts';
import { useStepArchiving } from '../../_parts/use-archiving.ts';
import { useAsked } from '../../_parts/use-asked.ts';
import { useOrder } from '../../_parts/use-order.ts';
import { StepLine } from './step-line.tsx';
import { StepsHead } from './steps-head.tsx';
import { useRowDrag } from './use-row-drag.ts';

interface StepsTableProps {
  funnel: FunnelView;
  /** Those that are not archived, in order. */
  steps: readonly StepRow[];
}

export function StepsTable({ funnel, steps }: StepsTableProps) {
  const canManage = useCan('admin');
  const asking = useAsked<'rename' | 'archive', StepRow>();
  const { archive } = useStepArchiving();
  const reorder = useMutation(
    useTRPC().steps.reorder.mutationOptions({ scope: { id: `step order ${funnel.id}` } }),
  );
  const { ordered, move } = useOrder(steps, (ids) =>
    reorder.mutateAsync({ funnelId: funnel.id, ids }),
  );
  const drag = useRowDrag(ordered, move);
  const most = Math.max(1, ...ordered.map((step) => step.leads));

  return (
    <>
      <TableFrame>
        <Table caption={`Steps of ${funnel.name}, in order`}>
          <StepsHead actions={canManage && 'Order and actions'} />
          <TableBody>
            {ordered.map((step, index) => (
              <StepLine
                key={step.id}
                step={step}
                index={index}
                last={index === ordered.length - 1}
                share={step.leads / most}
                funnelId={funnel.id}
                drag={drag}
                onAsk={asking.ask}
                onMove={(to) => move(step.id, to)}
              />
            ))}
          </TableBody>
        </Table>
      </TableFrame>
      <LazyDialog dialog={stepDialogs} open={asking.open} onCancel={() => asking.setOpen(false)}>
        {(StepDialogs) => <StepDialogs asking={asking} archive={archive} />}
      </LazyDialog>
    </>
  );
}
