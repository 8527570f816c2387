'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '#app/_trpc/client.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count, digits } from '#app/_ui/format.ts';
import { LinkPending } from '#app/_ui/link-pending.tsx';
import { RelativeTime } from '#app/_ui/relative-time.tsx';
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
import { Today } from '#app/[company]/funnels/_parts/cells.tsx';
import { ItemMenu } from '#app/[company]/funnels/_parts/item-menu.tsx';
import { type Archiving, useFunnelArchiving } from '#app/[company]/funnels/_parts/use-archiving.ts';
import { LazyItemDialogs, useConfirm } from '#app/[company]/funnels/_parts/use-confirm.tsx';
import { useReorder } from '#app/[company]/funnels/_parts/use-reorder.ts';
import { sparklineDays } from '#db/values/limits.ts';
import type { FunnelRow } from '#server/panel-api/schemas/funnels.ts';

export function FunnelsTable({ funnels }: { funnels: readonly FunnelRow[] }) {
  const canManage = useCan('admin');
  const confirm = useConfirm();
  const archiving = useFunnelArchiving();
  const reorder = useMutation(
    useTRPC().funnels.reorder.mutationOptions({ scope: { id: 'funnel order' } }),
  );
  const { ordered, move } = useReorder(funnels, (ids) => reorder.mutateAsync({ ids }));

  /** A move handler; `undefined` beyond the ends of the list. */
  function mover(id: string, to: number) {
    return to >= 0 && to < ordered.length ? () => move(id, to) : undefined;
  }

  return (
    <>
      <TableFrame>
        <Table caption="Funnels, in order">
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
                      <ItemMenu
                        item={funnel}
                        showDialog={confirm.showDialog}
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
      <LazyItemDialogs noun="funnel" confirm={confirm} archive={archiving.archive} />
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

function FunnelsHead({ actions }: { actions: boolean }) {
  return (
    <TableHead>
      <Th>Funnel</Th>
      <Th className="text-right">Steps</Th>
      <Th className="text-right">Leads</Th>
      <Th className="text-right">Today</Th>
      <Th>Last lead</Th>
      <Th>Last {sparklineDays} days</Th>
      {actions && (
        <Th>
          <span className="sr-only">Actions</span>
        </Th>
      )}
    </TableHead>
  );
}

/** On a card the values are side by side, each below its label. */
const stacked = 'max-md:grid-cols-1 max-md:gap-0';
const number = `${stacked} md:text-right`;

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
          <LinkPending className="ml-2 inline" />
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
        <Sparkline values={funnel.days} label={describeDays(funnel.days)} />
      </Td>
    </>
  );
}

function describeDays(days: readonly number[]): string {
  const total = days.reduce((sum, leads) => sum + leads, 0);
  const most = Math.max(...days);

  return total === 0
    ? `No leads in the last ${days.length} days`
    : `${count(total, 'lead')} in the last ${days.length} days, at most ${digits(most)} on one day`;
}

interface SparklineProps {
  /** Oldest first. */
  values: readonly number[];
  /** Describes the line. */
  label: string;
  className?: string;
}

const width = 96;
const height = 24;
const inset = 2;

/** A line without axes; `label` carries its meaning. */
function Sparkline({ values, label, className }: SparklineProps) {
  const most = Math.max(1, ...values);
  const step = (width - 2 * inset) / Math.max(1, values.length - 1);
  const points = values.map((value, index) => {
    const x = inset + index * step;
    const y = height - inset - (value / most) * (height - 2 * inset);

    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });

  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={className}
    >
      <title>{label}</title>
      <polygon
        points={`${inset},${height} ${points.join(' ')} ${width - inset},${height}`}
        className="fill-primary/12"
      />
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-primary"
        strokeWidth={1.5}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
