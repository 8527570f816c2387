'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '#app/_trpc/client.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count, digits } from '#app/_ui/count.ts';
import { RelativeTime } from '#app/_ui/relative-time.tsx';
import { Sparkline } from '#app/_ui/sparkline.tsx';
import {
  RowHead,
  Table,
  TableBody,
  TableFrame,
  TableHead,
  TableRow,
  Td,
  Th,
} from '#app/_ui/table.tsx';
import { type FunnelRow, sparklineDays } from '#server/api/schemas/funnels.ts';
import { ArchiveDialog } from '../_parts/archive-dialog.tsx';
import { FunnelImpact } from '../_parts/impacts.tsx';
import { RenameFunnelDialog } from '../_parts/rename-dialogs.tsx';
import { Today } from '../_parts/today.tsx';
import { useFunnelArchiving } from '../_parts/use-archiving.ts';
import { useAsked } from '../_parts/use-asked.ts';
import { useOrder } from '../_parts/use-order.ts';

import { FunnelMenu } from './funnel-menu.tsx';

/** On a card the figures stand side by side, each below its name. */
const stacked = 'max-md:grid-cols-1 max-md:gap-0';
const number = `${stacked} md:text-right`;

export function FunnelsTable({ funnels }: { funnels: readonly FunnelRow[] }) {
  const canManage = useCan('admin');
  const { asked, open, setOpen, ask } = useAsked<'rename' | 'archive', FunnelRow>();
  const { archive, restore, archiving, restoring } = useFunnelArchiving();
  const reorder = useMutation(
    useTRPC().funnels.reorder.mutationOptions({ scope: { id: 'funnel order' } }),
  );
  const { ordered, move } = useOrder(funnels, (ids) => reorder.mutateAsync({ ids }));

  return (
    <>
      <TableFrame>
        <Table caption="Funnels in their order">
          <TableHead>
            <Th>Funnel</Th>
            <Th className="text-right">Steps</Th>
            <Th className="text-right">Leads</Th>
            <Th className="text-right">Today</Th>
            <Th>Last lead</Th>
            <Th>Last {sparklineDays} days</Th>
            {canManage && (
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            )}
          </TableHead>
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
                      <Button
                        size="sm"
                        pending={restoring === funnel.id}
                        aria-describedby={`funnel-${funnel.id}`}
                        onClick={() => restore(funnel)}
                      >
                        Restore
                      </Button>
                    ) : (
                      <FunnelMenu
                        funnel={funnel}
                        onAsk={ask}
                        onUp={index > 0 ? () => move(funnel.id, index - 1) : undefined}
                        onDown={
                          index < ordered.length - 1 ? () => move(funnel.id, index + 1) : undefined
                        }
                      />
                    )}
                  </Td>
                )}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableFrame>
      {asked && (
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
            pending={archiving}
            archive={() => archive(asked.item)}
          />
        </>
      )}
    </>
  );
}

function FunnelCells({ funnel }: { funnel: FunnelRow }) {
  const { company } = useSession();

  return (
    <>
      <RowHead className="col-span-3 pr-12 md:pr-3">
        <Link
          id={`funnel-${funnel.id}`}
          href={`/${company.slug}/funnels/${funnel.id}`}
          dir="auto"
          className="font-medium text-fg [overflow-wrap:anywhere] hover:text-primary-text hover:underline"
        >
          {funnel.name}
        </Link>
      </RowHead>
      <Td label="Steps" className={number}>
        {digits(funnel.steps)}
      </Td>
      <Td label="Leads" className={number}>
        {digits(funnel.leads)}
      </Td>
      <Td label="Today" className={number}>
        <Today leads={funnel.leadsToday} />
      </Td>
      <Td label="Last lead" className={cn(stacked, 'text-fg-muted md:whitespace-nowrap')}>
        <RelativeTime at={funnel.lastLeadAt} never="No leads yet" />
      </Td>
      <Td label={`Last ${sparklineDays} days`} className={cn(stacked, 'col-span-2')}>
        <Sparkline values={funnel.days} label={daysInWords(funnel.days)} />
      </Td>
    </>
  );
}

function daysInWords(days: readonly number[]): string {
  const total = days.reduce((sum, leads) => sum + leads, 0);
  const most = Math.max(...days);

  return total === 0
    ? `No leads in the last ${days.length} days`
    : `${count(total, 'lead')} in the last ${days.length} days, at most ${digits(most)} on one day`;
}
