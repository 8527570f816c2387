'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '#app/_trpc/client.ts';
import { useCan } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { LazyDialog } from '#app/_ui/lazy.tsx';
import { Table, TableBody, TableFrame, TableRow, Td } from '#app/_ui/table.tsx';
import type { FunnelRow } from '#server/api/schemas/funnels.ts';
import type { AskedFunnel } from '../_parts/funnel-dialogs.tsx';
import { funnelDialogs } from '../_parts/later-dialogs.ts';
import { type Archiving, useFunnelArchiving } from '../_parts/use-archiving.ts';
import { useAsked } from '../_parts/use-asked.ts';
import { useOrder } from '../_parts/use-order.ts';
import { FunnelCells, FunnelsHead } from './funnel-cells.tsx';
import { FunnelMenu } from './funnel-menu.tsx';

export function FunnelsTable({ funnels }: { funnels: readonly FunnelRow[] }) {
  const canManage = useCan('admin');
  const asking = useAsked<'rename' | 'archive', AskedFunnel>();
  const archiving = useFunnelArchiving();
  const reorder = useMutation(
    useTRPC().funnels.reorder.mutationOptions({ scope: { id: 'funnel order' } }),
  );
  const { ordered, move } = useOrder(funnels, (ids) => reorder.mutateAsync({ ids }));

  /** Left out at the ends of the list. */
  function mover(id: string, to: number) {
    return to >= 0 && to < ordered.length ? () => move(id, to) : undefined;
  }

  return (
    <>
      <TableFrame>
        <Table caption="Funnels in their order">
          <FunnelsHead actions={canManage} />
          <TableBody>
            {ordered.map((funnel, index) => (
              <TableRow
                key={funnel.id}
                data-testid={`funnel-row-${funnel.id}`}
                className="grid-cols-3"
              >
                <FunnelCells funnel={funnel} />
                {canManage && (
                  <Td className="absolute top-2 right-2 md:static md:w-px md:py-1.5 md:text-right">
                    {funnel.archivedAt ? (
                      <RestoreButton funnel={funnel} archiving={archiving} />
                    ) : (
                      <FunnelMenu
                        funnel={funnel}
                        onAsk={asking.ask}
                        onUp={mover(funnel.id, index - 1)}
                        onDown={mover(funnel.id, index + 1)}
                      />
                    )}
                  </Td>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableFrame>
      <LazyDialog dialog={funnelDialogs} open={asking.open} onCancel={() => asking.setOpen(false)}>
        {(FunnelDialogs) => <FunnelDialogs asking={asking} archive={archiving.archive} />}
      </LazyDialog>
    </>
  );
}

function RestoreButton({ funnel, archiving }: { funnel: FunnelRow; archiving: Archiving }) {
  return (
    <Button
      size="sm"
      pending={archiving.restoring === funnel.id}
      aria-describedby={`funnel-${funnel.id}`}
      onClick={() => archiving.restore(funnel)}
    >
      Restore
    </Button>
  );
}
