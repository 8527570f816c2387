import { activityDays } from '#db/values/limits.ts';
import type { KeyActivity } from '#server/panel-api/schemas/api-keys.ts';

const hourMs = 3_600_000;
const shownHours = activityDays * 24;

export const outcomeKinds = ['created', 'replayed', 'answered', 'refused'] as const;
export type OutcomeKind = (typeof outcomeKinds)[number];

/** Requests of an hour, or of all of them. */
export interface Requests extends Record<OutcomeKind, number> {
  total: number;
  /** Refusals by status. */
  statuses: ReadonlyMap<string, number>;
}

export interface Hour extends Requests {
  /** ISO 8601. */
  start: string;
}

function requestsOf(outcomes: readonly (readonly [outcome: string, count: number])[]): Requests {
  const statuses = new Map<string, number>();
  const requests = { created: 0, replayed: 0, answered: 0, refused: 0, total: 0 };
  for (const [outcome, count] of outcomes) {
    const kind = outcomeKinds.find((each) => each === outcome) ?? 'refused';
    requests[kind] += count;
    requests.total += count;
    if (kind === 'refused') statuses.set(outcome, (statuses.get(outcome) ?? 0) + count);
  }

  return { ...requests, statuses: new Map([...statuses].sort(([a], [b]) => a.localeCompare(b))) };
}

/** Every hour of the last seven days, the oldest first, also those without requests. */
export function hoursOf({ lastHour, hours }: Pick<KeyActivity, 'lastHour' | 'hours'>): Hour[] {
  const known = new Map(hours.map(({ hour, outcomes }) => [hour, Object.entries(outcomes)]));

  return Array.from({ length: shownHours }, (_, index) => {
    const time = new Date(lastHour).getTime() - (shownHours - 1 - index) * hourMs;
    const start = new Date(time).toISOString();
    return { start, ...requestsOf(known.get(start) ?? []) };
  });
}

export const totalOf = ({ hours }: Pick<KeyActivity, 'hours'>): Requests =>
  requestsOf(hours.flatMap(({ outcomes }) => Object.entries(outcomes)));

/** `8 × 400, 2 × 429`. */
export const statusText = (statuses: Requests['statuses']): string =>
  Array.from(statuses, ([status, count]) => `${count} × ${status}`).join(', ');

/** The hours in which a day begins in the time zone, with the name of the day. */
export function daysOf(
  hours: readonly Hour[],
  timeZone: string,
): { index: number; name: string }[] {
  const format = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', timeZone });
  const names = hours.map(({ start }) => format.format(new Date(start)));

  return names.flatMap((name, index) =>
    index > 0 && name !== names[index - 1] ? [{ index, name }] : [],
  );
}
