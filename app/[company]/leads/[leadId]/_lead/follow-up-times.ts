import { dayIn } from '#db/values/time-zone.ts';

const hour = 3_600_000;
const day = 24 * hour;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;

  const made = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'medium',
    timeZone,
  });
  formats.set(timeZone, made);
  return made;
}

/** The wall clock of a time zone, as a field for date and time has it: `2026-03-12T09:00`. */
export const localOf = (timeZone: string, at: Date): string =>
  formatOf(timeZone).format(at).replace(' ', 'T').slice(0, 16);

const offsetAt = (timeZone: string, at: number): number =>
  Date.parse(`${formatOf(timeZone).format(at).replace(' ', 'T')}Z`) -
  Math.floor(at / 1_000) * 1_000;

/**
 * The instant of a time by the wall clock. One that summer time leaves out is an hour later.
 *
 * @param local `2026-03-12T09:00`
 * @returns undefined for what is no time
 */
export function instantOf(timeZone: string, local: string): Date | undefined {
  const asUtc = Date.parse(`${local}Z`);
  if (Number.isNaN(asUtc)) return undefined;

  const guess = asUtc - offsetAt(timeZone, asUtc);
  return new Date(asUtc - offsetAt(timeZone, guess));
}

export const quickTimes = {
  inAnHour: 'In 1 hour',
  tomorrow: 'Tomorrow 9:00',
  monday: 'Next Monday 9:00',
};

export type QuickTime = keyof typeof quickTimes;

/** Which of the next seven days is a Monday; tomorrow is 1. */
const daysToMonday = (today: string) => (8 - new Date(today).getUTCDay()) % 7 || 7;

/** When a quick choice is, in the time zone of the user. */
export function quickTime(choice: QuickTime, now: Date, timeZone: string): Date {
  if (choice === 'inAnHour') return new Date(Math.ceil(Number(now) / 60_000) * 60_000 + hour);

  const today = dayIn(timeZone, now);
  const days = choice === 'tomorrow' ? 1 : daysToMonday(today);
  const date = new Date(Date.parse(today) + days * day).toISOString().slice(0, 10);
  return instantOf(timeZone, `${date}T09:00`) ?? now;
}
