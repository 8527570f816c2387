'use client';

import { CalendarClock } from 'lucide-react';
import { Badge } from '#app/_ui/badge.tsx';
import { formatDuration } from '#app/_ui/format.ts';
import { useClock } from '#app/_ui/time.tsx';

/** @param left milliseconds until a follow-up. Short: a card and a column of names are narrow. */
function textOf(left: number): string {
  if (left > 0) return `in ${formatDuration(left)}`;
  return left > -60_000 ? 'due now' : `${formatDuration(-left)} late`;
}

/** When the owner of a lead wants to get back to it; red once that time is over. */
export function FollowUpMark({ at }: { at: string | null }) {
  return at !== null && <Planned at={Date.parse(at)} />;
}

/** @param at milliseconds since 1970 */
function Planned({ at }: { at: number }) {
  const tone = useClock((now) => (at <= now ? 'danger' : 'neutral'));
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
