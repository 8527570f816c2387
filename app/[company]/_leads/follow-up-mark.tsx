'use client';

import { CalendarClock } from 'lucide-react';
import { Badge } from '#app/_ui/badge.tsx';
import { formatDuration } from '#app/_ui/format.ts';
import { useClock } from '#app/_ui/time.tsx';

/** When the owner of a lead wants to get back to it; red once that time is over. */
export function FollowUpMark({ at }: { at: string | null }) {
  return at !== null && <Planned at={Date.parse(at)} />;
}

/** @param at milliseconds since 1970 */
function Planned({ at }: { at: number }) {
  const tone = useClock((now) => (at <= now ? 'danger' : 'neutral'));
  const text = useClock((now) =>
    at <= now ? `${formatDuration(now - at)} overdue` : `in ${formatDuration(at - now)}`,
  );

  return (
    <span data-follow-up className="inline-flex shrink-0">
      <Badge tone={tone} icon={<CalendarClock aria-hidden />} className="tabular">
        <span className="sr-only">Follow-up </span>
        {text}
      </Badge>
    </span>
  );
}
