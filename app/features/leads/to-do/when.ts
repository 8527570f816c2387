import { formatDay } from '#app/_ui/format.ts';
import { localOf } from '#app/features/leads/lead/follow-up.tsx';
import type { ToDoSection } from '#db/values/leads.ts';

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `Thu 26 Nov`, of `2026-11-26`; of another year than today, `Thu 26 Nov 2026`. */
function nameDay(day: string, today: string): string {
  const text = `${weekdays[new Date(day).getUTCDay()]} ${formatDay(day)}`;
  const year = ` ${today.slice(0, 4)}`;
  return text.endsWith(year) ? text.slice(0, -year.length) : text;
}

/**
 * When a follow-up is, by the clock of its reader: the time where the section says the day, else the
 * day and the time.
 *
 * @param at ISO 8601
 * @param today `2026-11-28`, of the reader
 */
export function labelWhen(section: ToDoSection, at: string, timeZone: string, today: string) {
  const local = localOf(timeZone, new Date(at));
  const [day = '', time = ''] = [local.slice(0, 10), local.slice(11)];
  const isSaid = section === 'today' || section === 'tomorrow' || day === today;
  return isSaid ? { time } : { day: nameDay(day, today), time };
}

/** A note in one line, without the marks of its Markdown. */
export const plainText = (text: string): string =>
  text.replaceAll(/[*`]/g, '').replaceAll(/\s+/g, ' ').trim();
