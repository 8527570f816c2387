'use client';

import { memo, useRef, useState } from 'react';
import { useCan, useSession } from '#app/_trpc/session.tsx';
import { Badge } from '#app/_ui/badge.tsx';
import { ButtonLink } from '#app/_ui/button.tsx';
import { cn } from '#app/_ui/cn.ts';
import { EmptyState } from '#app/_ui/states.tsx';
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
import { DuplicateBadge } from '#app/features/leads/duplicates/duplicate-mark.tsx';
import { toSentence } from '#app/features/leads/labels.ts';
import {
  ContactText,
  LeadLink,
  None,
  renderedWhole,
  Space,
  StatusBadge,
  UrgencyBadges,
  VisibleRows,
} from '#app/features/leads/lead-cells.tsx';
import { type Live, LiveStatus } from '#app/features/leads/list-bar.tsx';
import { FirstContact, FollowUpMark, NoNameMark, TestBadge } from '#app/features/leads/marks.tsx';
import { useOpenLead } from '#app/features/leads/open-lead.ts';
import type { Visible } from '#app/features/leads/visible-rows.ts';
import type { StepView } from '#server/panel-api/schemas/funnels.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';

interface LeadsTableProps {
  step: StepView;
  leads: readonly LeadRow[];
  /** Whether they are tests. */
  tests: boolean;
  /** Whether there are leads that are not loaded. */
  hasMore: boolean;
}

export function LeadsTable({ step, leads, tests, hasMore }: LeadsTableProps) {
  const { company } = useSession();
  const openLead = useOpenLead();
  const body = useRef<HTMLTableSectionElement>(null);
  const isLong = leads.length > renderedWhole;
  const [visible, setVisible] = useState<Visible>();
  const { shown, measure, ...focus }: Partial<Visible> = (isLong && visible) || {};
  const rowCount = hasMore ? -1 : leads.length + 1;
  const line = (lead: LeadRow) => {
    const href = `/${company.slug}/leads/${lead.id}`;
    return { lead, href, step, openLead };
  };

  return (
    <TableFrame>
      {isLong && <VisibleRows items={leads} body={body} onChange={setVisible} />}
      <Table
        caption={`${tests ? 'Tests' : 'Leads'} of ${step.name}, newest first`}
        aria-rowcount={shown && rowCount}
        // Fixed: the columns do not depend on which rows are rendered.
        className="md:min-w-[52rem] md:table-fixed"
      >
        <TableHead>
          <Th className="w-[22%]">Lead</Th>
          <Th className="w-[20%]">Contact</Th>
          <Th className="w-[18%]">Status</Th>
          <Th className="w-[14%]">Source</Th>
          <Th>Campaign</Th>
          <Th className="w-28 md:text-right">Received</Th>
        </TableHead>
        <TableBody ref={body} {...(shown && focus)}>
          {shown
            ? shown.map((row) => {
                if ('height' in row) return <Space key={row.key} height={row.height} />;
                const lead = leads[row.index];
                return (
                  lead && (
                    <LeadLine key={lead.id} {...line(lead)} index={row.index} measure={measure} />
                  )
                );
              })
            : leads.map((lead) => <LeadLine key={lead.id} {...line(lead)} />)}
        </TableBody>
      </Table>
    </TableFrame>
  );
}

interface LeadLineProps {
  lead: LeadRow;
  href: string;
  step: StepView;
  openLead: ReturnType<typeof useOpenLead>;
  /** In a list that is not rendered as a whole. */
  index?: number;
  measure?: (row: HTMLTableRowElement | null) => void;
}

/**
 * The link on the name covers the whole row. Without prefetch: fifty requests would delay the one
 * that counts. Rendered again only when its lead has changed.
 */
const LeadLine = memo(({ lead, href, step, openLead, index, measure }: LeadLineProps) => {
  return (
    <TableRow
      ref={measure}
      data-index={index}
      data-lead={lead.id}
      data-testid={`lead-row-${lead.id}`}
      aria-rowindex={index === undefined ? undefined : index + 2}
      className={cn(
        'grid-cols-[auto_minmax(0,1fr)]',
        // Cards below the window take no time of a phone until they are scrolled to.
        index === undefined &&
          'max-md:[contain-intrinsic-size:auto_120px] max-md:[content-visibility:auto]',
      )}
    >
      <RowHead className="col-span-2 pr-24">
        <LeadLink
          href={href}
          onOpen={() => openLead(href, { row: lead, step })}
          dir="auto"
          className="font-medium text-fg [overflow-wrap:anywhere] after:absolute after:inset-0 hover:text-primary-text"
        >
          <span title={lead.name.length > 60 ? lead.name : undefined} className="line-clamp-2">
            <NoNameMark lead={lead} />
            {lead.name}
          </span>
        </LeadLink>
      </RowHead>
      <Td className="col-span-2 text-fg-muted max-md:[&:has([data-none])]:hidden">
        <ContactText lead={lead} />
      </Td>
      <Td>
        <span className="flex flex-wrap gap-1">
          {lead.origin === 'test' && <TestBadge />}
          <StatusBadge status={lead.status} />
          {lead.origin !== 'test' && <FirstContact {...lead} />}
          <FollowUpMark at={lead.followUpAt} />
          <UrgencyBadges priority={lead.priority} temperature={lead.temperature} />
          <DuplicateBadge lead={lead} />
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
});

LeadLine.displayName = 'LeadLine';

interface FirstLeadProps {
  step: StepView;
  live: Live;
}

/** A step without leads: how they get here. */
export function FirstLead({ step, live }: FirstLeadProps) {
  const { company } = useSession();
  const canConnect = useCan('agent');

  if (step.archivedAt || step.funnel.archivedAt) {
    return (
      <EmptyState title="No leads">This step received no leads before it was archived.</EmptyState>
    );
  }
  if (!step.isFirst) {
    return (
      <EmptyState title="No leads in this step">
        <p>Leads come here when they are moved.</p>
        <Waiting live={live} />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      drawing="leads"
      title="No leads yet"
      action={
        canConnect && (
          <ButtonLink variant="primary" href={`/${company.slug}/integrate?step=${step.id}`}>
            Send the first lead
          </ButtonLink>
        )
      }
    >
      <p>
        When a website, an ad or another system sends a lead to this step, it appears here within
        seconds, with its name, phone and campaign.
        {!canConnect && ` To connect one, ask an admin of ${company.name}.`}
      </p>
      <Waiting live={live} />
    </EmptyState>
  );
}

function Waiting({ live }: { live: Live }) {
  return (
    <div className="mt-3 flex justify-center">
      <LiveStatus isPaused={live.isPaused} isFailing={live.isFailing}>
        Waiting for the first lead…
      </LiveStatus>
    </div>
  );
}
