import { useState } from 'react';
import { Bars } from '#app/_ui/bars.tsx';
import { cn } from '#app/_ui/cn.ts';
import { count, digits, formatTime } from '#app/_ui/format.ts';
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
import { useTimeZone } from '#app/_ui/time.tsx';
import { activityDays } from '#db/values/limits.ts';
import type { KeyActivity } from '#server/panel-api/schemas/api-keys.ts';

const hourMs = 3_600_000;
const shownHours = activityDays * 24;

const outcomeKinds = ['created', 'replayed', 'answered', 'refused'] as const;
type OutcomeKind = (typeof outcomeKinds)[number];

/** Requests of an hour, or of all of them. */
interface Requests extends Record<OutcomeKind, number> {
  total: number;
  /** Refusals by status. */
  statuses: ReadonlyMap<string, number>;
}

interface Hour extends Requests {
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

const kinds: Record<OutcomeKind, { label: string; fill: string; swatch: string }> = {
  created: { label: 'Created', fill: 'fill-success', swatch: 'bg-success' },
  replayed: { label: 'Repeated', fill: 'fill-info', swatch: 'bg-info' },
  answered: { label: 'Other', fill: 'fill-border-strong', swatch: 'bg-border-strong' },
  refused: { label: 'Refused', fill: 'fill-danger', swatch: 'bg-danger' },
};

/** `3 created, 2 refused (2 × 400)`. */
function outcomesText(requests: Requests): string {
  const parts = outcomeKinds
    .filter((kind) => requests[kind] > 0)
    .map((kind) => `${digits(requests[kind])} ${kinds[kind].label.toLowerCase()}`);
  const reasons = requests.refused > 0 ? ` (${statusText(requests.statuses)})` : '';

  return `${parts.join(', ')}${reasons}`;
}

interface RequestChartProps {
  activity: Pick<KeyActivity, 'lastHour' | 'hours'>;
}

/** Requests an hour, stacked by outcome; the same as a table on request. */
export function RequestChart({ activity }: RequestChartProps) {
  const hours = hoursOf(activity);
  const total = totalOf(activity);
  const most = Math.max(...hours.map((hour) => hour.total));
  if (total.total === 0) return <p className="text-fg-muted">No requests in the last 7 days.</p>;

  return (
    <div className="grid gap-3">
      <Legend total={total} />
      <HourBars
        hours={hours}
        most={most}
        label={`${count(total.total, 'request')} in 7 days: ${outcomesText(total)}. At most ${digits(most)} in an hour.`}
      />
      <HourTable hours={hours.filter((hour) => hour.total > 0)} />
    </div>
  );
}

function Legend({ total }: { total: Requests }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {outcomeKinds.map((kind) => (
        <li key={kind} className="flex items-baseline gap-1.5">
          <span aria-hidden className={cn('size-2.5 rounded-[2px]', kinds[kind].swatch)} />
          <span className="text-fg-muted">{kinds[kind].label}</span>
          <span className="figure">{digits(total[kind])}</span>
          {kind === 'refused' && total.refused > 0 && (
            <span className="text-fg-muted">({statusText(total.statuses)})</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface HourBarsProps {
  hours: readonly Hour[];
  /** Requests in an hour. */
  most: number;
  label: string;
}

function HourBars({ hours, most, label }: HourBarsProps) {
  const timeZone = useTimeZone();

  return (
    <Bars
      label={label}
      most={most}
      unit="an hour"
      bars={hours.map((hour) => ({
        key: hour.start,
        title: `${formatTime(new Date(hour.start), timeZone)}: ${outcomesText(hour)}`,
        parts: outcomeKinds.map((kind) => ({ amount: hour[kind], className: kinds[kind].fill })),
      }))}
      marks={daysOf(hours, timeZone)}
      nameWidth={20}
    />
  );
}

/** Hours with requests, the newest first. Its rows are drawn once it is opened. */
function HourTable({ hours }: { hours: readonly Hour[] }) {
  const timeZone = useTimeZone();
  const [open, setOpen] = useState(false);

  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-default list-none rounded-sm text-fg-muted text-sm underline decoration-border-strong decoration-dotted underline-offset-4 coarse:py-2 [&::-webkit-details-marker]:hidden">
        Show as a table
      </summary>
      {open && (
        <div className="mt-2">
          <TableFrame>
            <Table caption="Requests by hour, newest first">
              <TableHead>
                <Th>Hour</Th>
                {outcomeKinds.map((kind) => (
                  <Th key={kind}>{kinds[kind].label}</Th>
                ))}
              </TableHead>
              <TableBody>
                {hours.toReversed().map((hour) => (
                  <TableRow key={hour.start} className="grid-cols-2">
                    <RowHead className="col-span-2 md:whitespace-nowrap">
                      {formatTime(new Date(hour.start), timeZone)}
                    </RowHead>
                    {outcomeKinds.map((kind) => (
                      <Td key={kind} label={kinds[kind].label} className="tabular-nums">
                        {digits(hour[kind])}
                        {kind === 'refused' && hour.refused > 0 && (
                          <span className="text-fg-muted text-sm">
                            {' '}
                            ({statusText(hour.statuses)})
                          </span>
                        )}
                      </Td>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TableFrame>
        </div>
      )}
    </details>
  );
}
