import type { TimelineType } from '#db/values/leads.ts';
import type { LeadDetail } from '#server/panel-api/schemas/leads.ts';

type LeadEvent = LeadDetail['events'][number];

/** A change and what took it back. */
export interface Undone {
  /** What names the change. */
  main: LeadEvent;
  /** Of both, the newest first. */
  events: readonly LeadEvent[];
}

/** What a change of several values is named after, first of all. */
const naming: readonly TimelineType[] = [
  'merged',
  'call',
  'message',
  'moved',
  'status',
  'followUp',
  'owner',
];
const rankOf = ({ type }: LeadEvent) =>
  naming.includes(type) ? naming.indexOf(type) : naming.length;

const isOfOutcome = ({ type, field }: LeadEvent) =>
  type === 'edited' && (field === 'lostReason' || field === 'wonAmount');

/** The events of a change, of its undo, and of a reason or an amount that the undo took with it. */
function membersOf(events: readonly LeadEvent[], undo: LeadEvent): LeadEvent[] {
  const { actorId, undoes, createdAt } = undo;
  if (undoes === null) return [];

  const undoing = events.filter((each) => each.undoes === undoes && each.actorId === actorId);
  const fields = new Set(undoing.filter(isOfOutcome).map(({ field }) => field));
  return events.filter((each) => {
    if (undoing.includes(each)) return true;
    if (each.undoes === null && each.createdAt === undoes) return each.actorId === actorId;
    const isBetween = each.createdAt > undoes && each.createdAt < createdAt;
    return isBetween && isOfOutcome(each) && fields.has(each.field);
  });
}

/**
 * A timeline with changes that were taken back in one line each, at the place of the undo.
 *
 * @param events the newest first
 */
export function foldUndone(events: readonly LeadEvent[]): (LeadEvent | Undone)[] {
  const folded = new Set<LeadEvent>();

  return events.flatMap((event): (LeadEvent | Undone)[] => {
    if (folded.has(event)) return [];
    const members = membersOf(events, event);
    const changes = members.filter(({ undoes }) => undoes === null);
    const [main] = changes
      .filter(({ createdAt }) => createdAt === event.undoes)
      .toSorted((one, other) => rankOf(one) - rankOf(other));
    if (!main) return [event];

    for (const each of members) folded.add(each);
    return [{ main, events: members }];
  });
}
