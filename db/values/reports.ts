/** Days that a report may be about. No imports: the screen uses them in the browser too. */

/** So many days until today, or those of this month. */
export const reportPeriods = ['7', '30', '90', 'month'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** First and last day, as `2027-01-31`. */
export interface ReportDays {
  from: string;
  until: string;
}

/** A leap year. */
export const reportDaysMax = 366;

/** How many days there are, both ends included; 0 or less where the last is before the first. */
export const countDays = ({ from, until }: ReportDays): number =>
  (Date.parse(until) - Date.parse(from)) / 86_400_000 + 1;
