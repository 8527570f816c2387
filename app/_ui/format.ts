/** `1,284`: the same on the server and in every browser. `Intl` would cost the first paint its data. */
export function digits(amount: number): string {
  return String(amount).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 lead`, `1,284 leads`. */
export function count(amount: number, noun: string): string {
  return `${digits(amount)} ${noun}${amount === 1 ? '' : 's'}`;
}

/** `99+` for more, as where counting ended at its bound. */
export const upTo99 = (amount: number): string => (amount > 99 ? '99+' : String(amount));

/** `103+ leads` where counting ended at its bound. */
export function countLeads({ leads, isCapped }: { leads: number; isCapped: boolean }): string {
  return isCapped ? `${digits(leads)}+ leads` : count(leads, 'lead');
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Largest first. `from` is the first number of seconds shown in the unit; `seconds` is the length of the unit. */
const units = [
  { from: 365 * day, unit: 'year', seconds: 365 * day },
  { from: 45 * day, unit: 'month', seconds: 30 * day },
  { from: day, unit: 'day', seconds: day },
  { from: hour, unit: 'hour', seconds: hour },
  { from: minute, unit: 'minute', seconds: minute },
] as const;

const short = { year: 'y', month: 'mo', day: 'd', hour: 'h', minute: 'min' } as const;

/** `3 min`, `2 d`; undefined below one minute. */
function formatAmount(seconds: number, round = Math.floor): string | undefined {
  const found = units.find((each) => seconds >= each.from);

  return found && `${round(seconds / found.seconds)} ${short[found.unit]}`;
}

/** `under 1 min`, `12 min`, `3 h`. */
export function formatDuration(milliseconds: number): string {
  return formatAmount(milliseconds / 1_000) ?? 'under 1 min';
}

/**
 * `3 min ago`, `in 2 d`, `just now`; with `seconds`, `2 s ago` below one minute. A time to come is
 * rounded: a key that was just created for 90 days expires in 3 mo, not in 2.
 */
export function formatRelative(at: Date, now: Date, seconds = false): string {
  const difference = (at.getTime() - now.getTime()) / 1_000;
  const amount = Math.abs(difference);
  const text = formatAmount(amount, difference > 0 ? Math.round : Math.floor);
  if (!text) {
    if (!seconds) return difference > 0 ? 'in under 1 min' : 'just now';
    return difference > 0 ? `in ${Math.ceil(amount)} s` : `${Math.floor(amount)} s ago`;
  }

  return difference > 0 ? `in ${text}` : `${text} ago`;
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();

function timeFormat(timeZone: string): Intl.DateTimeFormat {
  const known = timeFormats.get(timeZone);
  if (known) return known;

  const made = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  timeFormats.set(timeZone, made);
  return made;
}

/** As `Intl` writes them in British English. */
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' ');
const twoDigits = (amount: number) => String(amount).padStart(2, '0');

/** Without `Intl`, whose first format takes a phone a tenth of a second. */
function timeInUtc(at: Date): string {
  const day = `${at.getUTCDate()} ${months[at.getUTCMonth()]} ${at.getUTCFullYear()}`;

  return `${day}, ${twoDigits(at.getUTCHours())}:${twoDigits(at.getUTCMinutes())}`;
}

/** Whether this browser knows the time zone. */
export function isKnownTimeZone(timeZone: string): boolean {
  if (timeZone === 'UTC') return true;
  try {
    timeFormat(timeZone);
    return true;
  } catch {
    return false;
  }
}

/** `12 Mar 2026, 11:05`: the same on the server and in every browser. */
export function formatTime(at: Date, timeZone: string): string {
  return timeZone === 'UTC' ? timeInUtc(at) : timeFormat(timeZone).format(at);
}

/** `12 Mar 2026, 14:05 UTC`. */
export function formatUtc(at: Date): string {
  return `${formatTime(at, 'UTC')} UTC`;
}

let dayFormat: Intl.DateTimeFormat | undefined;

/**
 * A day as `2026-03-12`, written `12 Mar 2026`. Makes its format when it is first called: the first
 * one of a page takes 20 ms, and most screens show no day.
 */
export function formatDay(day: string): string {
  dayFormat ??= new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

  return dayFormat.format(new Date(day));
}

/** `America/Sao Paulo`. */
export function nameTimeZone(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

const clockFormat = { hour: '2-digit', minute: '2-digit' } as const;

/** `14:32` by the clock of the viewer, in so many seconds, rounded up. Use it after mount only. */
export function localTime(seconds: number): string {
  const minutes = Math.ceil((Date.now() / 1_000 + seconds) / minute);

  return new Intl.DateTimeFormat('en-GB', clockFormat).format(new Date(minutes * minute * 1_000));
}
