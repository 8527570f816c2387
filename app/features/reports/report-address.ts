import {
  countDays,
  type ReportDays,
  type ReportPeriod,
  reportDaysMax,
  reportPeriods,
} from '#db/values/reports.ts';
import { readDay } from '#server/panel-api/schemas/leads-address.ts';
import type { LeadReportInput } from '#server/panel-api/schemas/reports.ts';

/** What a report is about, in its address: a period, or the days between two. */
export interface ReportAddress extends ReportDays {
  /** Empty: the days between two. */
  days: ReportPeriod | '';
}

const usual: ReportPeriod = '30';
export const emptyReport: ReportAddress = { days: usual, from: '', until: '' };

/** What is wrong with two days, in words; undefined when nothing is. */
export function findProblem(days: ReportDays): string | undefined {
  if (!readDay(days.from) || !readDay(days.until)) return 'Choose two days.';
  const amount = countDays(days);
  if (amount < 1) return 'The last day is before the first.';
  return amount > reportDaysMax ? `Choose at most ${reportDaysMax} days.` : undefined;
}

export function readReportAddress(params: Pick<URLSearchParams, 'get'>): ReportAddress {
  const between = { from: params.get('from') ?? '', until: params.get('until') ?? '' };
  if (!findProblem(between)) return { days: '', ...between };

  const period = reportPeriods.find((each) => each === params.get('days'));
  return { ...emptyReport, days: period ?? usual };
}

/** The query of an address, without what is as usual. */
export function writeReportAddress({ days, from, until }: ReportAddress): string {
  if (days === usual) return '';
  return new URLSearchParams(days === '' ? { from, until } : { days }).toString();
}

export const reportQueryOf = ({ days, from, until }: ReportAddress): LeadReportInput => ({
  days: days === '' ? { from, until } : days,
});
