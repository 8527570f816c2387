'use client';

import { AlarmClock, Check, Hourglass } from 'lucide-react';
import { useSession } from '#app/_trpc/session.tsx';
import { Badge, type Tone } from '#app/_ui/badge.tsx';
import { formatDuration } from '#app/_ui/format.ts';
import { useClock } from '#app/_ui/time.tsx';
import type { LeadStatus } from '#db/values/leads.ts';
import { labelWait, type Urgency, urgencyOf } from './contact-wait.ts';

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

const tones: Record<Exclude<Urgency, 'none'>, Tone> = { soon: 'warning', late: 'danger' };

function Wait({ since }: { since: string }) {
  const target = useSession().company.contactTarget;
  const waitedAt = (now: number) => now - Date.parse(since);
  const urgency = useClock((now) => urgencyOf(waitedAt(now), target));
  const text = useClock((now) => formatDuration(waitedAt(now)));
  if (urgency === 'none' || target === null) return null;

  return (
    <span data-wait className="inline-flex">
      <Badge
        tone={tones[urgency]}
        icon={urgency === 'late' ? <AlarmClock aria-hidden /> : <Hourglass aria-hidden />}
        className="tabular"
      >
        <span className="sr-only">{labelWait(urgency, target)}</span>
        {text}
      </Badge>
    </span>
  );
}
