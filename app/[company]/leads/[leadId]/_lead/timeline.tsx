import { Bot, KeyRound, User } from 'lucide-react';
import { RelativeTime } from '#app/_ui/relative-time.tsx';
import type { LeadDetail } from '#server/api/schemas/leads.ts';
import { eventWords } from '../../../_leads/words.ts';
import { Part } from './part.tsx';

type LeadEvent = LeadDetail['events'][number];

const actorIcons = { user: User, apiKey: KeyRound, system: Bot } satisfies Record<
  LeadEvent['actorKind'],
  unknown
>;

/** What happened to the lead, the latest first. */
export function Timeline({ events }: { events: readonly LeadEvent[] }) {
  const latestFirst = events.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));

  return (
    <Part title="Timeline">
      <ol className="grid gap-0">
        {latestFirst.map((event) => (
          <Entry key={event.id} event={event} />
        ))}
      </ol>
    </Part>
  );
}

function Entry({ event }: { event: LeadEvent }) {
  const Icon = actorIcons[event.actorKind];

  return (
    <li className="group relative flex gap-3 pb-4 last:pb-1">
      <span
        aria-hidden
        className="absolute top-7 bottom-0 left-3.5 w-px bg-border group-last:hidden"
      />
      <span
        aria-hidden
        className="grid size-7 shrink-0 place-items-center rounded-full bg-surface-2 text-fg-muted"
      >
        <Icon className="size-3.5" />
      </span>
      <div className="min-w-0 pt-1">
        <p className="[overflow-wrap:anywhere]">{eventWords(event)}</p>
        <p className="text-fg-muted text-sm">
          {event.actorKind === 'apiKey' ? `API key ${event.actorName}` : event.actorName} ·{' '}
          <RelativeTime at={event.createdAt} />
        </p>
      </div>
    </li>
  );
}
