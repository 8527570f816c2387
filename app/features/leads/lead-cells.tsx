'use client';

import { Flame, SignalHigh } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { cn } from '#app/_ui/cn.ts';
import { late } from '#app/_ui/late.tsx';
import { tooltip } from '#app/_ui/tooltip.ts';
import type { LeadPriority, LeadStatus, LeadTemperature } from '#db/values/leads.ts';
import type { LeadRow } from '#server/panel-api/schemas/leads.ts';
import { priorityLabels, statusLabels } from './labels.ts';
import { NoContact } from './marks.tsx';

export function ContactText({ lead }: { lead: LeadRow }) {
  if (lead.phone) {
    const others = lead.phones.length - 1;
    return (
      <span className="tabular">
        <span className="whitespace-nowrap">{lead.phone}</span>
        {others > 0 && <span className="text-fg-subtle"> and {others} more</span>}
      </span>
    );
  }

  if (lead.email === null) return <NoContact />;

  return <bdi className="[overflow-wrap:anywhere]">{lead.email}</bdi>;
}

/** A dash in the table; a card leaves the cell out. */
export function None({ what }: { what: string }) {
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

export function StatusBadge({ status }: { status: LeadStatus }) {
  return <Badge tone={statusTones[status]}>{statusLabels[status]}</Badge>;
}

/** Badges for high priorities and hot leads only: most leads are neither. */
interface UrgencyProps {
  priority: LeadPriority;
  temperature: LeadTemperature;
}

const isPressing = (priority: LeadPriority) => priority === 'urgent' || priority === 'high';

export function UrgencyBadges(lead: UrgencyProps) {
  return (
    <>
      {isPressing(lead.priority) && (
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

/** Where they have one line. */
export function UrgencySigns({ priority, temperature }: UrgencyProps) {
  return (
    <>
      {isPressing(priority) && (
        <Sign label={`${priorityLabels[priority]} priority`} className="text-warning">
          <SignalHigh aria-hidden className="size-4" />
        </Sign>
      )}
      {temperature === 'hot' && (
        <Sign label="Hot" className="text-danger">
          <Flame aria-hidden className="size-4" />
        </Sign>
      )}
    </>
  );
}

const Sign = (props: { label: string; className: string; children: ReactNode }) => (
  <span
    role="img"
    aria-label={props.label}
    {...tooltip(props.label)}
    className={cn('relative z-1 shrink-0', props.className)}
  >
    {props.children}
  </span>
);

interface LeadLinkProps extends Omit<ComponentProps<'a'>, 'onClick'> {
  href: string;
  onOpen: () => void;
}

/**
 * Opens a lead over the screen. Not Next's `Link`: the sheet opens without the router, and a
 * hundred of them are slow to hydrate.
 */
export function LeadLink({ href, onOpen, children, ...rest }: LeadLinkProps) {
  function open(event: MouseEvent) {
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (isElsewhere || event.defaultPrevented) return;
    event.preventDefault();
    onOpen();
  }

  return (
    <a href={href} {...rest} onClick={open}>
      {children}
    </a>
  );
}

/** Shorter lists are rendered as a whole, on the server too. */
export const renderedWhole = 60;

/** Without its code, a list is rendered as a whole. */
export const VisibleRows = late(
  async () => (await import('./visible-rows.ts')).VisibleRows,
  () => null,
  () => null,
);

/** The space of rows that are not rendered. */
export function Space({ height }: { height: number }) {
  return (
    <tr className="invisible" style={{ height }}>
      <td />
    </tr>
  );
}
