import { expect, it } from 'vitest';
import { Random } from '#db/seed/random.ts';
import { driftOf, type Share } from './drift.ts';
import { hourMs, silenceOf } from './silence.ts';

/** A made-up year of many keys, after five weeks of history: how often chance alone opens an alarm. */

const keys = 200;
const firstHour = 496_008;
const warmUpHours = 5 * 168;
const yearHours = 365 * 24;

/** 10 days of a year, some next to each other. */
const holidays = new Set([35, 80, 83, 121, 146, 200, 288, 358, 359, 365].map((day) => day + 35));

/** By sums of exponential times: leads of a rate, in an hour. */
function poisson(random: Random, rate: number): number {
  let leads = 0;
  for (let time = -Math.log(1 - random.next()); time < rate; leads += 1) {
    time -= Math.log(1 - random.next());
  }
  return leads;
}

/** The rate of a day around its rhythm: the sum of so many exponential times has this shape. */
function gamma(random: Random, shape: number): number {
  let sum = 0;
  for (let n = 0; n < shape; n += 1) sum -= Math.log(1 - random.next());
  return sum / shape;
}

/** What makes a key differ from others. */
function newKey(random: Random) {
  const isOffice = random.happens(0.5);
  return {
    /** From three a day to three hundred. */
    leadsPerDay: 3 * 100 ** random.next(),
    opens: random.int(6, 10),
    closes: random.int(17, 23),
    weekend: isOffice ? 0.1 * random.next() : 0.4 + 0.8 * random.next(),
    holiday: isOffice ? 0.1 + 0.3 * random.next() : 0.4 + 0.6 * random.next(),
    /** In a year. */
    growth: 0.6 + 1.6 * random.next(),
    season: 0.3 * random.next(),
  };
}

function hourlyRate(key: ReturnType<typeof newKey>, hour: number): number {
  const day = Math.floor(hour / 24);
  const isOpen = hour % 24 >= key.opens && hour % 24 < key.closes;
  const ofDay = day % 7 >= 5 ? key.weekend : 1;
  const ofHoliday = holidays.has(day) ? key.holiday : 1;
  const ofYear = key.growth ** (day / 365) * (1 + key.season * Math.sin((2 * Math.PI * day) / 365));
  const openHours = key.closes - key.opens;
  return ((isOpen ? 1 : 0.02) * key.leadsPerDay * ofDay * ofHoliday * ofYear) / openHours;
}

function yearOf(random: Random, key: ReturnType<typeof newKey>): number[] {
  let ofDay = 1;
  return Array.from({ length: warmUpHours + yearHours }, (_, hour) => {
    if (hour % 24 === 0) ofDay = gamma(random, 8);
    return poisson(random, hourlyRate(key, hour) * ofDay);
  });
}

/** The hours in which leads stop, and those in which the next one comes. */
function gapsOf(leads: readonly number[]): [from: number, to: number][] {
  const gaps: [number, number][] = [];
  let last = -1;
  for (const [hour, count] of leads.entries()) {
    if (count === 0) continue;
    if (last >= warmUpHours && hour - last > 2) gaps.push([last, hour]);
    last = hour;
  }
  return gaps;
}

/** When the last lead of `from` was the first moment, and the next one comes at the end of `to`. */
const isAlarm = (
  leads: readonly number[],
  from: number,
  to: number,
  { refused = 0, hadAlarm = false } = {},
) =>
  silenceOf(
    { first: firstHour, leads },
    {
      since: (firstHour + from + 1) * hourMs,
      now: (firstHour + to + 1) * hourMs,
      refusedHours: { since: refused, before: 5 },
      hadAlarm,
    },
  ) !== undefined;

const mean = (values: readonly number[]) =>
  values.reduce((sum, each) => sum + each, 0) / values.length;
const quantile = (values: readonly number[], part: number) =>
  values.toSorted((one, other) => one - other)[Math.floor(part * (values.length - 1))] ?? 0;

/** Hours from an hour of a working day in the middle of the year, in which leads end, to the alarm. */
function delayOf(leads: readonly number[], stop: number, isRefusing: boolean): number {
  const cut = [...leads.slice(0, stop), ...new Array<number>(1_000).fill(0)];
  const last = cut.findLastIndex((count) => count > 0);
  for (let hour = stop; hour < cut.length; hour += 1) {
    if (isAlarm(cut, last, hour, { refused: isRefusing ? hour - stop + 1 : 0 })) {
      return hour - stop + 1;
    }
  }
  return cut.length - stop;
}

it('of silence: none too many in a year, and none too late', () => {
  const random = new Random(28);
  const alarms: number[] = [];
  const delays = { few: [] as number[], many: [] as number[], refused: [] as number[] };
  for (let n = 0; n < keys; n += 1) {
    const key = newKey(random);
    const leads = yearOf(random, key);
    let found = 0;
    for (const [from, to] of gapsOf(leads)) {
      if (isAlarm(leads, from, to, { hadAlarm: found > 0 })) found += 1;
    }
    alarms.push(found);
    const stop =
      warmUpHours + (182 + random.int(0, 4)) * 24 + random.int(key.opens, key.closes - 1);
    if (n % 4 > 0) continue;
    delays[key.leadsPerDay < 40 ? 'few' : 'many'].push(delayOf(leads, stop, false));
    delays.refused.push(delayOf(leads, stop, true));
  }
  expect(Math.max(...alarms)).toBe(1);
  expect(mean(alarms)).toBeLessThan(0.1);
  expect(quantile(delays.many, 0.5)).toBeLessThan(24);
  expect(quantile(delays.few, 0.5)).toBeLessThan(96);
  expect(quantile(delays.refused, 0.5)).toBeLessThan(6);
});

/** Shares of leads with a trait, which differ from day to day as leads do. */
function sharesOf(random: Random, leads: readonly number[], usual: number): Share[] {
  let ofDay = usual;
  return leads.flatMap((total, hour) => {
    if (hour % 24 === 0) ofDay = Math.min(1, usual * gamma(random, 8));
    if (total === 0) return [];
    const hits = Array.from({ length: total }, () => random.happens(ofDay)).filter(Boolean).length;
    return [{ at: (firstHour + hour) * hourMs, hits, total }];
  });
}

/** So many hours with leads are read of a key. */
const readShares = 600;

it('of drift: none too many in a year, and none after more than 30 leads', () => {
  const random = new Random(7);
  const alarms: number[] = [];
  const delays: number[] = [];
  for (let n = 0; n < keys / 4; n += 1) {
    const usual = random.pick([0, 0.02, 0.02, 0.1, 0.3, 0.6]);
    const shares = sharesOf(random, yearOf(random, newKey(random)), usual);
    let found = 0;
    for (let end = 100; end < shares.length; end += 1) {
      // Without a hit, no change becomes likelier.
      if (shares[end - 1]?.hits === 0) continue;
      if (!driftOf(shares.slice(Math.max(0, end - readShares), end))) continue;
      found += 1;
      end += readShares;
    }
    alarms.push(found);
    if (usual > 0.02) continue;
    const middle = shares.slice(0, Math.floor(shares.length / 2)).slice(-readShares);
    const at = (middle.at(-1)?.at ?? 0) + hourMs;
    let leads = 0;
    while (!driftOf(middle) && leads < 100) {
      leads += 1;
      middle.push({ at: at + leads * 60_000, hits: 1, total: 1 });
    }
    delays.push(leads);
  }
  expect(Math.max(...alarms)).toBeLessThanOrEqual(1);
  expect(mean(alarms)).toBeLessThan(0.1);
  expect(Math.max(...delays)).toBeLessThanOrEqual(30);
});
