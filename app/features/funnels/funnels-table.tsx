'use client';

import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useTRPC } from '#app/_trpc/client.ts';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Button } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count, digits } from '#app/_ui/format.ts';
import { LinkPending } from '#app/_ui/link-pending.tsx';
import {
  ListBar,
  type ListTools,
  matches,
  NothingFound,
  type Order,
  SortTh,
  useListTools,
} from '#app/_ui/list-tools.tsx';
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
import { RelativeTime } from '#app/_ui/time.tsx';
import { sparklineDays } from '#db/values/limits.ts';
import type { FunnelRow } from '#server/panel-api/schemas/funnels.ts';
import { type Restoring, useFunnelArchiving } from './archiving.tsx';
import { Today } from './cells.tsx';
import { ItemDialogs, ItemMenu, useItemDialog } from './item-menu.tsx';
import { useReorder } from './reorder.ts';

const funnelOrders = {
  chosen: { label: 'Chosen order' },
  name: {
    label: 'Name',
    compare: (one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }),
    direction: 'ascending',
  },
  leads: {
    label: 'Most leads first',
    compare: (one, other) => other.leads - one.leads,
    direction: 'descending',
  },
  today: {
    label: 'Most leads today first',
    compare: (one, other) => other.leadsToday - one.leadsToday,
    direction: 'descending',
  },
  lastLead: {
    label: 'Latest lead first',
    compare: (one, other) => (other.lastLeadAt ?? '').localeCompare(one.lastLeadAt ?? ''),
    direction: 'descending',
  },
} satisfies Record<string, Order<FunnelRow>>;

type FunnelTools = ListTools<keyof typeof funnelOrders>;

export function FunnelsTable({ funnels }: { funnels: readonly FunnelRow[] }) {
  const canManage = useCan('admin');
  const dialog = useItemDialog('funnel');
  const archiving = useFunnelArchiving();
  const reorder = useMutation(
    useTRPC().funnels.reorder.mutationOptions({ scope: { id: 'funnel order' } }),
  );
  const { ordered, move } = useReorder(funnels, (ids) => reorder.mutateAsync({ ids }));

  const tools = useListTools(ordered, funnelOrders, ({ name }, search) => matches(name, search));
  const { items: shown } = tools;
  const order = { ids: ordered.map(({ id }) => id), move };

  return (
    <>
      <ListBar
        tools={tools}
        noun="funnels"
        placeholder="Name"
        found={shown.length}
        total={ordered.length}
      />
      {shown.length > 0 ? (
        <TableFrame>
          <Table caption={`Funnels, ${funnelOrders[tools.name].label.toLowerCase()}`}>
            <FunnelsHead tools={tools} actions={canManage} />
            <TableBody>
              {shown.map((funnel) => (
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
                          showDialog={dialog.show}
                          order={tools.name === 'chosen' ? order : undefined}
                        />
                      )}
                    </Td>
                  )}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableFrame>
      ) : (
        <NothingFound noun="funnel" search={tools.search} onClear={() => tools.setSearch('')} />
      )}
      {dialog.about && <ItemDialogs noun="funnel" dialog={dialog} order={order} />}
    </>
  );
}

function RestoreButton({ funnel, archiving }: { funnel: FunnelRow; archiving: Restoring }) {
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

function FunnelsHead({ tools, actions }: { tools: FunnelTools; actions: boolean }) {
  return (
    <TableHead>
      <SortTh tools={tools} name="name">
        Funnel
      </SortTh>
      <Th className="text-right">Steps</Th>
      <SortTh tools={tools} name="leads" end>
        Leads
      </SortTh>
      <SortTh tools={tools} name="today" end>
        Today
      </SortTh>
      <SortTh tools={tools} name="lastLead">
        Last lead
      </SortTh>
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
        <span className="figure">
          {digits(funnel.leads)}
          {funnel.isCapped && '+'}
        </span>
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
