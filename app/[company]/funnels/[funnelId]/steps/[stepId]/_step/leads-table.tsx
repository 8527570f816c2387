'use client';

import { Flame, SignalHigh } from 'lucide-react';
import Link from 'next/link';
import { useSession } from '#app/_trpc/session.tsx';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
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
import { priorityLabels, statusLabels, toSentence } from '#app/[company]/_leads/labels.ts';
import { useOpenLead } from '#app/[company]/_leads/use-opening-lead.ts';
import type { LeadPriority, LeadStatus, LeadTemperature } from '#db/values/leads.ts';
import type { StepView } from '#server/panel-api/schemas/funnels.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';

export function LeadsTable({ step, leads }: { step: StepView; leads: readonly LeadRow[] }) {
  const { company } = useSession();
  const openLead = useOpenLead();

  return (
    <TableFrame>
      <Table caption={`Leads of ${step.name}, newest first`}>
        <TableHead>
          <Th>Lead</Th>
          <Th>Contact</Th>
          <Th>Status</Th>
          <Th>Source</Th>
          <Th>Campaign</Th>
          {/* As wide as the longer text from the server. */}
          <Th className="md:w-52 md:text-right">Received</Th>
        </TableHead>
        <TableBody>
          {leads.map((row) => {
            const href = `/${company.slug}/leads/${row.id}`;
            return (
              <LeadLine
                key={row.id}
                lead={row}
                href={href}
                onOpen={() => openLead(href, { row, step })}
              />
            );
          })}
        </TableBody>
      </Table>
    </TableFrame>
  );
}

interface LeadLineProps {
  lead: LeadRow;
  href: string;
  onOpen: () => void;
}

/**
 * The link on the name covers the whole row. Without prefetch: fifty requests would delay the one
 * that counts.
 */
function LeadLine({ lead, href, onOpen }: LeadLineProps) {
  return (
    <TableRow data-testid={`lead-row-${lead.id}`} className="grid-cols-[auto_minmax(0,1fr)]">
      <RowHead className="col-span-2 pr-24">
        <Link
          href={href}
          prefetch={false}
          onNavigate={(event) => {
            event.preventDefault();
            onOpen();
          }}
          dir="auto"
          className="font-medium text-fg [overflow-wrap:anywhere] after:absolute after:inset-0 hover:text-primary-text"
        >
          {lead.name}
        </Link>
      </RowHead>
      <Td className="col-span-2 text-fg-muted max-md:[&:has([data-none])]:hidden">
        <ContactText lead={lead} />
      </Td>
      <Td>
        <span className="flex flex-wrap gap-1">
          <StatusBadge status={lead.status} />
          <UrgencyBadges priority={lead.priority} temperature={lead.temperature} />
          {lead.isPossibleDuplicate && <Badge tone="warning">Possible duplicate</Badge>}
        </span>
      </Td>
      <Td>
        <span className="flex">
          <Badge className="max-w-44">
            <bdi className="truncate">{toSentence(lead.source)}</bdi>
          </Badge>
        </span>
      </Td>
      <Td className="col-span-2 text-fg-muted max-md:[&:has([data-none])]:hidden">
        {lead.campaignName === null ? (
          <None what="No campaign" />
        ) : (
          <bdi className="line-clamp-2 [overflow-wrap:anywhere]">{lead.campaignName}</bdi>
        )}
      </Td>
      <Td className="max-md:absolute max-md:top-4 max-md:right-4 text-fg-muted md:whitespace-nowrap md:text-right">
        <RelativeTime at={lead.createdAt} />
      </Td>
    </TableRow>
  );
}

function ContactText({ lead }: { lead: LeadRow }) {
  if (lead.phone) {
    const others = lead.phones.length - 1;
    return (
      <span className="tabular whitespace-nowrap">
        {lead.phone}
        {others > 0 && <span className="text-fg-subtle"> and {others} more</span>}
      </span>
    );
  }

  if (lead.email === null) return <None what="No phone or email" />;

  return <bdi className="[overflow-wrap:anywhere]">{lead.email}</bdi>;
}

/** A dash in the table; a card leaves the cell out. */
function None({ what }: { what: string }) {
  return (
    <span data-none>
      <span aria-hidden>–</span>
      <span className="sr-only">{what}</span>
    </span>
  );
}

const statusTones: Record<LeadStatus, Tone> = {
  new: 'info',
  contacted: 'neutral',
  qualified: 'success',
  nurturing: 'neutral',
  unqualified: 'neutral',
  converted: 'success',
  lost: 'neutral',
};

function StatusBadge({ status }: { status: LeadStatus }) {
  return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>;
}

/** Badges for high priorities and hot leads only: most leads are neither. */
function UrgencyBadges(lead: { priority: LeadPriority; temperature: LeadTemperature }) {
  const pressing = lead.priority === 'urgent' || lead.priority === 'high';

  return (
    <>
      {pressing && (
        <Badge tone="warning" icon={<SignalHigh aria-hidden />}>
          {priorityLabels[lead.priority]}
        </Badge>
      )}
      {lead.temperature === 'hot' && (
        <Badge tone="danger" icon={<Flame aria-hidden />}>
          Hot
        </Badge>
      )}
    </>
  );
}
