/** Whether a key is silent: no leads for so long that chance alone does not explain it. */

export const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const hoursPerWeek = 168;
/** As many are compared with: fewer say too little, and older ones are of another season. */
const rhythmWeeks = 4;
/** With less there is no rhythm yet. */
const leastWeeks = 2;
/** Further leads of an hour are not independent: a file of five hundred comes, or it does not. */
const mostPerHour = 6;
/** For a key, by chance. */
const falseAlarmsPerYear = 0.03;
/** A key that was silent before will be again: by so much less likely must another silence be. */
const rarerAfterAlarm = 10_000;
/**
 * Shape of the gamma distribution of the rate around its rhythm: one day in three differs by more than
 * 29 % from what is usual. Chance then makes longer silences than a Poisson process does.
 */
const rateShape = 12;
/** Added to both sides of a ratio of leads, so that few leads move it little. */
const levelPrior = 5;
/** With refused requests less silence is enough, but not none. */
const leastExpected = 2;

/** Leads by hour, without a gap. */
export interface HourlyLeads {
  /** Hours since 1970. */
  first: number;
  leads: readonly number[];
}

export interface SilenceOptions {
  /** Milliseconds since 1970: end of the last minute or hour with a lead. */
  since: number;
  now: number;
  /** Hours with refused requests: in the silence, and in the four weeks before it. */
  refusedHours: { since: number; before: number };
  /** The key had an alarm for a silence in the last year. */
  hadAlarm: boolean;
}

const cappedAt = ({ first, leads }: HourlyLeads, hour: number) =>
  Math.min(leads[hour - first] ?? 0, mostPerHour);

/** Neighbours count half: an hour of four weeks is four numbers, and clocks change. */
const smoothedAt = (hours: HourlyLeads, hour: number) =>
  cappedAt(hours, hour) / 2 + (cappedAt(hours, hour - 1) + cappedAt(hours, hour + 1)) / 4;

/** Leads to expect in an hour, by the same one in the weeks before the end of what is known. */
function expectedAt(hours: HourlyLeads, hour: number, knownUntil: number): number {
  let sum = 0;
  let weeks = 0;
  for (let before = hour - hoursPerWeek; weeks < rhythmWeeks; before -= hoursPerWeek) {
    if (before < hours.first) break;
    if (before >= knownUntil) continue;
    sum += smoothedAt(hours, before);
    weeks += 1;
  }
  return weeks === 0 ? 0 : sum / weeks;
}

/** How many of the expected leads came in so many hours before the silence: less in a quiet week. */
function levelOf(hours: HourlyLeads, end: number, length: number): number {
  let expected = levelPrior;
  let actual = levelPrior;
  for (let hour = end - length; hour < end; hour += 1) {
    expected += expectedAt(hours, hour, hour);
    actual += cappedAt(hours, hour);
  }
  return Math.min(1, actual / expected);
}

/** Leads to expect since then, had they come as in the weeks before. */
function expectedSince(hours: HourlyLeads, { since, now }: SilenceOptions): number {
  const firstHour = Math.floor(since / hourMs);
  let expected = 0;
  for (let hour = firstHour; hour * hourMs < now; hour += 1) {
    const from = Math.max(since, hour * hourMs);
    const to = Math.min(now, (hour + 1) * hourMs);
    expected += ((to - from) / hourMs) * expectedAt(hours, hour, firstHour);
  }
  return expected;
}

/** The chance of so many events or more. */
function poissonTail(events: number, expected: number): number {
  let term = Math.exp(-expected);
  let below = 0;
  for (let n = 0; n < events; n += 1) {
    below += term;
    term *= expected / (n + 1);
  }
  // The difference to 1 has no digits left where the tail is short: its first term bounds it then.
  return events > expected ? Math.min(1, term / (1 - expected / (events + 1))) : 1 - below;
}

function sumBetween(hours: HourlyLeads, from: number, to: number, capped: boolean): number {
  let sum = 0;
  for (let hour = Math.max(from, hours.first); hour < to; hour += 1) {
    sum += capped ? cappedAt(hours, hour) : (hours.leads[hour - hours.first] ?? 0);
  }
  return sum;
}

/**
 * A gap between leads is as long as expected leads are in it, whatever the rhythm: so each lead of a
 * year begins one of equally many chances of a false alarm.
 *
 * @returns leads of an average day before; undefined while the key is not silent
 */
export function silenceOf(
  hours: HourlyLeads,
  options: SilenceOptions,
): { leadsPerDay: number } | undefined {
  const { since, now, refusedHours, hadAlarm } = options;
  const end = Math.ceil(since / hourMs);
  const isKnown = end - hours.first >= leastWeeks * hoursPerWeek;
  if (!isKnown || now - since < hourMs) return undefined;

  const from = Math.max(hours.first, end - rhythmWeeks * hoursPerWeek);
  const days = ((end - from) * hourMs) / dayMs;
  const before = sumBetween(hours, from, end, true);
  const gapsPerYear = Math.max(52, (365 * before) / days);
  const bound = falseAlarmsPerYear / gapsPerYear / (hadAlarm ? rarerAfterAlarm : 1);
  const isUnlikely = (expected: number) => {
    const refusals = (expected * (refusedHours.before + 1)) / (before + 1);
    const ofSilence = (1 + expected / rateShape) ** -rateShape;
    const chance = ofSilence * poissonTail(refusedHours.since, refusals);
    return expected >= leastExpected && chance < bound;
  };
  const expected = expectedSince(hours, options);
  // Nearly all gaps end here, and the level takes longest to calculate.
  if (!isUnlikely(expected)) return undefined;
  const level = Math.min(levelOf(hours, end, 24), levelOf(hours, end, hoursPerWeek));
  if (!isUnlikely(expected * level)) return undefined;
  return { leadsPerDay: Math.round(sumBetween(hours, from, end, false) / days) };
}
