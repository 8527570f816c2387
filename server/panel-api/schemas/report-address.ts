import type { ContactTime } from '#db/values/leads.ts';
import {
  countDays,
  type ReportDays,
  type ReportPeriod,
  reportDaysMax,
  reportPeriods,
} from '#db/values/reports.ts';
import { emptyAddress, type LeadsAddress, readDay, writeAddress } from './leads-address.ts';
import type { LeadReportInput } from './reports.ts';

/*
 * The address of a report, and those of the leads that its numbers count. Without zod: the screen reads
 * it in the browser.
 */

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

/** What leads a number counts, beside the days: of a source, an owner, a step or others. */
export type NumberFilter = Partial<LeadsAddress>;

/**
 * The query of the list that has the leads of a number, and no others.
 *
 * @param contact absent for a number of all leads
 */
export const listOfNumber = (range: ReportDays, filter: NumberFilter, contact?: ContactTime) =>
  writeAddress({
    ...emptyAddress,
    ...range,
    zone: 'company',
    ...filter,
    contact: contact ? [contact] : [],
  });
