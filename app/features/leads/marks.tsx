'use client';

import {
  AlarmClock,
  CalendarClock,
  Check,
  Code,
  FlaskConical,
  Globe,
  Hourglass,
  type LucideIcon,
  Mail,
  TriangleAlert,
  UserRoundX,
} from 'lucide-react';
import { useSession } from '#app/_trpc/session.tsx';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { cn } from '#app/_ui/cn.ts';
import { formatDuration } from '#app/_ui/format.ts';
import { useClock } from '#app/_ui/time.tsx';
import { tooltip } from '#app/_ui/tooltip.ts';
import type { LeadStatus, NameSource } from '#db/values/leads.ts';

interface FirstContactProps {
  /** ISO 8601. */
  createdAt: string;
  firstContactAt: string | null;
  /** A lead whose status changed before the first contact was recorded has none, and does not wait. */
  status?: LeadStatus;
}

/**
 * How long a lead has waited for its first contact, once that is half of the target, or how long it
 * took. Before, the wait says no more than the age beside it.
 */
export function FirstContact({ createdAt, firstContactAt, status = 'new' }: FirstContactProps) {
  if (firstContactAt === null) return status === 'new' && <Wait since={createdAt} />;

  return (
    <span className="inline-flex items-center gap-1 whitespace-nowrap text-fg-subtle text-xs">
      <Check aria-hidden className="size-3.5 shrink-0" />
      <span className="sr-only">First contact after </span>
      {formatDuration(Date.parse(firstContactAt) - Date.parse(createdAt))}
    </span>
  );
}

const minute = 60_000;
const day = 1_440 * minute;

/** Of what is late: by more than a day it stands out from the rest. */
const lateTone = (late: number): Tone => (late > day ? 'critical' : 'danger');
const tones = { soon: 'warning', late: 'danger', critical: 'critical' } as const;

function Wait({ since }: { since: string }) {
  const target = useSession().company.contactTarget;
  const waitedAt = (now: number) => now - Date.parse(since);
  const urgency = useClock((now) => urgencyOf(waitedAt(now), target));
  const waited = useClock((now) => formatDuration(waitedAt(now)));
  const late = useClock((now) => formatDuration(waitedAt(now) - (target ?? 0) * minute));
  if (urgency === 'none' || target === null) return null;

  return (
    <span data-wait className="inline-flex">
      <Badge
        tone={tones[urgency]}
        icon={urgency === 'soon' ? <Hourglass aria-hidden /> : <AlarmClock aria-hidden />}
        className="tabular"
      >
        <span className="sr-only">{labelWait(urgency, target)}</span>
        <span className={urgency === 'soon' ? undefined : 'sr-only'}>{waited}</span>
        {urgency !== 'soon' && <span aria-hidden>{late} late</span>}
      </Badge>
    </span>
  );
}

/** `soon` from half of the target on, `late` beyond it, `critical` more than a day beyond it. */
type Urgency = 'none' | 'soon' | 'late' | 'critical';

/** @param target of the company, in minutes; `null`: none, so that nothing is urgent */
export function urgencyOf(milliseconds: number, target: number | null): Urgency {
  if (target === null || milliseconds < (target * minute) / 2) return 'none';

  const late = milliseconds - target * minute;
  if (late <= 0) return 'soon';
  return lateTone(late) === 'critical' ? 'critical' : 'late';
}

/** What a screen reader says before the time. */
export const labelWait = (urgency: Exclude<Urgency, 'none'>, target: number): string =>
  `${urgency === 'soon' ? 'Due soon' : 'Late'}, the target is ${formatDuration(target * minute)}: not contacted for `;

/** @param left milliseconds until a follow-up. Short: a card and a column of names are narrow. */
function textOf(left: number): string {
  if (left > 0) return `in ${formatDuration(left)}`;
  return left > -60_000 ? 'due now' : `${formatDuration(-left)} late`;
}

/** When the owner of a lead wants to get back to it; red once that time is over, and redder after a day. */
export function FollowUpMark({ at }: { at: string | null }) {
  return at !== null && <Planned at={Date.parse(at)} />;
}

/** @param at milliseconds since 1970 */
function Planned({ at }: { at: number }) {
  const tone = useClock((now) => (at <= now ? lateTone(now - at) : 'neutral'));
  const text = useClock((now) => textOf(at - now));

  return (
    <span data-follow-up className="inline-flex shrink-0">
      <Badge tone={tone} icon={<CalendarClock aria-hidden />} className="tabular">
        <span className="sr-only">Follow-up </span>
        {text}
      </Badge>
    </span>
  );
}

const lucide = new Map<string, LucideIcon>([
  ['email', Mail],
  ['newsletter', Mail],
  ['api', Code],
]);

/**
 * Symbols of `public/sources.svg`, on a grid of 16: reminders of a logo in the colour of the text, not
 * copies.
 */
const marks = new Set(['facebook', 'google', 'bing', 'tiktok', 'linkedin', 'instagram']);

const alias = new Map([
  ['fb', 'facebook'],
  ['ig', 'instagram'],
  ['microsoft', 'bing'],
  ['mail', 'email'],
]);

/** The mark of a source. Its name stands beside it. */
export function SourceIcon({ source, className }: { source: string; className?: string }) {
  const name = alias.get(source) ?? source;
  const classes = cn('size-3.5 shrink-0', className);
  if (marks.has(name)) {
    return (
      <svg aria-hidden="true" className={classes}>
        <use href={`/sources.svg#${name}`} />
      </svg>
    );
  }

  const Icon = lucide.get(name) ?? Globe;
  return <Icon aria-hidden className={classes} />;
}

/** Marks a test: sent as one, or with a test key. */
export function TestBadge() {
  return (
    <Badge tone="info" icon={<FlaskConical aria-hidden />}>
      Test
    </Badge>
  );
}

/** In the place of the contact of a lead that cannot be reached. */
export function NoContact() {
  return (
    <span className="inline-flex max-w-full items-center gap-1 text-warning">
      <TriangleAlert aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">No phone or email</span>
    </span>
  );
}

/** Before a name that was made from an address or a phone. */
export function NoNameMark({ lead }: { lead: { nameFrom: NameSource | null } }) {
  if (lead.nameFrom === null) return null;

  return (
    <span
      role="img"
      aria-label="No name was sent"
      {...tooltip('No name was sent')}
      className="relative z-1 mr-1.5 inline-block shrink-0 align-[-0.125em] text-fg-subtle"
    >
      <UserRoundX aria-hidden className="size-[1em]" />
    </span>
  );
}
