import type { AlarmFigures, AlarmKind, DriftKind } from '#db/values/key-alarms.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const digits = new Intl.NumberFormat('en');

/** `1 lead`, `1,284 leads`. */
const count = (amount: number, noun: string) =>
  `${digits.format(amount)} ${noun}${amount === 1 ? '' : 's'}`;

/** `5 hours`, `3 days`. */
function lengthOf(milliseconds: number, round: (amount: number) => number): string {
  if (milliseconds >= 2 * dayMs) return count(round(milliseconds / dayMs), 'day');

  return count(Math.max(1, round(milliseconds / hourMs)), 'hour');
}

/** `2 %`. A few among many are not none. */
function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded === 0 && share > 0 ? 'under 1 %' : `${rounded} %`;
}

const driftTexts: Record<DriftKind, string> = {
  withoutPhone: 'leads came without a phone',
  withoutEmail: 'leads came without an email',
  withoutName: 'leads came without a name',
  unread: 'leads came with values that cannot be read',
  refused: 'leads were refused',
};

const lastAnswer = (status: number | null) =>
  status === null ? '' : `; the last answer was ${status}`;

/** `09:14` on the same day, else `12 Mar 2026, 09:14`. */
function describeStart(startedAt: Date, { now, timeZone }: Reader): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone,
  });
  const [day = '', time = ''] = format.format(startedAt).split(', ');
  return format.format(now).startsWith(`${day}, `) ? time : `${day}, ${time}`;
}

interface Reader {
  now: Date;
  timeZone: string;
}

/** A sentence without its full stop. */
function textOf(
  { figures, startedAt }: { figures: AlarmFigures; startedAt: Date },
  reader: Reader,
): string {
  const now = reader.now.getTime();
  if (figures.kind === 'silence') {
    const silent = lengthOf(now - startedAt.getTime(), Math.floor);
    const usual = count(Math.max(1, figures.leadsPerDay), 'lead');
    return `Usually ${usual} a day, none for ${silent}${lastAnswer(figures.lastStatus)}`;
  }
  if (figures.kind === 'expiry') {
    const left = lengthOf(Date.parse(figures.endsAt) - now, Math.round);
    return `Expires in ${left}, used ${count(figures.usedYesterday, 'time')} yesterday`;
  }
  const since = describeStart(startedAt, reader);
  if (figures.kind === 'held') {
    return `Since ${since}, submissions are held: no lead could be made of them`;
  }
  const part = `${digits.format(figures.hits)} of ${digits.format(figures.total)}`;
  if (figures.kind === 'sameIdempotencyKey') {
    return `Idempotency-Key is the same on every request: since ${since}, ${part} were refused`;
  }
  const { kind, before, lastStatus } = figures;
  return `Since ${since}, ${part} ${driftTexts[kind]}, before ${percent(before)}${lastAnswer(lastStatus)}`;
}

export interface AlarmView {
  kind: AlarmKind;
  /** A sentence without its full stop. */
  text: string;
  /** What to look at in the intake log. */
  entryId: string | null;
}

export const describeAlarm = (
  alarm: { figures: AlarmFigures; startedAt: Date },
  reader: Reader,
): AlarmView => ({
  kind: alarm.figures.kind,
  text: textOf(alarm, reader),
  entryId: 'entryId' in alarm.figures ? alarm.figures.entryId : null,
});
