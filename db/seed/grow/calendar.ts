import { daytime } from '../leads.ts';

const hour = 3_600_000;
const hours = 365 * 24;

const byDay = new Map(daytime);
/** Against the busiest hours, which have 10. */
const night = 0.3;
const weekend = 0.45;

/** How many leads come in the hour from `start` on, against others. Business has doubled in the year. */
function weightOf(start: number, index: number, utcOffset: number): number {
  const local = new Date(start + utcOffset * hour);
  const isWeekend = local.getUTCDay() === 0 || local.getUTCDay() === 6;

  return (
    (byDay.get(local.getUTCHours()) ?? night) * (isWeekend ? weekend : 1) * (1 + index / hours)
  );
}

/** When the leads of the year before `now` arrived: in daytime, weekends quieter, later days busier. */
export class Calendar {
  readonly #first: number;
  /** The share of all leads that has arrived at the end of each hour. */
  readonly #arrived = new Float64Array(hours);

  constructor(now: Date, utcOffset: number) {
    this.#first = now.getTime() - hours * hour;
    let sum = 0;
    for (let index = 0; index < hours; index += 1) {
      sum += weightOf(this.#first + index * hour, index, utcOffset);
      this.#arrived[index] = sum;
    }
    for (let index = 0; index < hours; index += 1) this.#arrived[index] = this.#at(index) / sum;
  }

  #at(index: number): number {
    return this.#arrived[index] ?? 0;
  }

  /** The moment at which `share`, 0 to 1, of the leads has arrived, in milliseconds. It never falls. */
  timeOf(share: number): number {
    let index = 0;
    let beyond = hours - 1;
    while (index < beyond) {
      const middle = (index + beyond) >>> 1;
      if (this.#at(middle) <= share) index = middle + 1;
      else beyond = middle;
    }

    const before = this.#at(index - 1);
    const within = (share - before) / (this.#at(index) - before);
    return this.#first + Math.floor((index + within) * hour);
  }
}
