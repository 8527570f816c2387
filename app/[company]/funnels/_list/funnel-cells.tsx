'use client';

import Link from 'next/link';
import { useSession } from '#app/_trpc/session.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count, digits } from '#app/_ui/count.ts';
import { RelativeTime } from '#app/_ui/relative-time.tsx';
import { Sparkline } from '#app/_ui/sparkline.tsx';
import { RowHead, TableHead, Td, Th } from '#app/_ui/table.tsx';
import { sparklineDays } from '#db/values/limits.ts';
import type { FunnelRow } from '#server/api/schemas/funnels.ts';
import { Today } from '../_parts/today.tsx';

export function FunnelsHead({ actions }: { actions: boolean }) {
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

/** On a card the figures stand side by side, each below its name. */
const stacked = 'max-md:grid-cols-1 max-md:gap-0';
const number = `${stacked} md:text-right`;

export function FunnelCells({ funnel }: { funnel: FunnelRow }) {
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
