import { formatDay } from '#app/_ui/format.ts';
import type { LeadNumbers } from '#server/panel-api/schemas/reports.ts';

/** `79 %`; only all of them are 100 %, and only none are 0 %. */
export function formatShare(amount: number, of: number): string {
  if (amount === 0 || amount === of) return amount === 0 ? '0 %' : '100 %';
  return `${Math.min(99, Math.max(1, Math.round((100 * amount) / of)))} %`;
}

const units = [
  ['d', 1_440],
  ['h', 60],
  ['min', 1],
] as const;

/** `under 1 min`, `12 min`, `1 h 55 min`, `2 d 3 h`: two units at most. */
export function formatWait(minutes: number): string {
  const first = units.findIndex(([, length]) => minutes >= length);
  if (first < 0) return 'under 1 min';

  const [[large, length], small] = [units[first] ?? units[0], units[first + 1]];
  const amount = Math.floor(minutes / length);
  const rest = small ? Math.floor((minutes - amount * length) / small[1]) : 0;
  return small && rest > 0 ? `${amount} ${large} ${rest} ${small[0]}` : `${amount} ${large}`;
}

/** `within 15 min`, `within 4 h`. */
export const formatTarget = (minutes: number): string => `within ${formatWait(minutes)}`;

/** Leads whose target has passed or was met: others may still be in time. */
export const countDue = ({ inTime, late }: LeadNumbers): number => inTime + late;

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Mon, 23 Nov 2026`. */
export const labelDay = (day: string): string =>
  `${weekdays[new Date(day).getUTCDay()]}, ${formatDay(day)}`;

/** `23 Nov`. */
export const shortDay = (day: string): string => formatDay(day).replace(/ \d+$/, '');

/** Names of days under a chart. */
const namesMax = 6;

/** Days that are named below the chart, evenly apart. */
export function markDays(days: readonly { day: string }[]): { index: number; name: string }[] {
  const apart = Math.ceil(days.length / namesMax);
  return days.flatMap(({ day }, index) =>
    index % apart === 0 ? [{ index, name: shortDay(day) }] : [],
  );
}
