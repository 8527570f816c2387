const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes longer than using it many times. The locale writes `2026-03-12`. */
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const known = dayFormats.get(timeZone);
  if (known) return known;

  const made = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });
  dayFormats.set(timeZone, made);
  return made;
}

/**
 * Whether the text is an IANA name, such as `America/Sao_Paulo`. Offsets (`+03:00`) are not names:
 * PostgreSQL reads their sign the other way round.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[a-z]/i.test(text)) return false;
  try {
    dayFormat(text);
    return true;
  } catch {
    return false;
  }
}

/** The day in a time zone: `2026-03-12`. */
export function dayIn(timeZone: string, at: Date): string {
  return dayFormat(timeZone).format(at);
}

const hour = 3_600_000;

/** No time zone is further from UTC, today or in the past. */
const maxOffset = 26 * hour;

/**
 * The end of a day in a time zone: the first instant of the next one. That is not always midnight:
 * summer time may begin there, and Samoa has left out a day.
 *
 * @param day `2026-03-12`
 * @returns `undefined` for what is no day
 */
export function endOfDay(timeZone: string, day: string): Date | undefined {
  const midnight = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) {
    return undefined;
  }

  let within = midnight - maxOffset;
  let after = midnight + 24 * hour + maxOffset;
  while (after - within > 1) {
    const middle = Math.floor((within + after) / 2);
    if (dayIn(timeZone, new Date(middle)) <= day) within = middle;
    else after = middle;
  }
  return new Date(after);
}
