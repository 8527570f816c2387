import { expect, test } from 'vitest';
import {
  emptyReport,
  findProblem,
  listOfNumber,
  readReportAddress,
  reportQueryOf,
  writeReportAddress,
} from './report-address.ts';
import { leadReportInput } from './reports.ts';

const read = (query: string) => readReportAddress(new URLSearchParams(query));
const between = { from: '2027-01-01', until: '2027-12-31' };

test.each([
  ['', emptyReport],
  ['days=month', { ...emptyReport, days: 'month' }],
  ['days=8', emptyReport],
  ['from=2027-01-01&until=2027-12-31&days=7', { days: '', ...between }],
  ['from=2027-01-01', emptyReport],
  ['from=2027-02-30&until=2027-12-31', emptyReport],
  ['from=2027-12-31&until=2027-01-01', emptyReport],
] as const)('reads the address %j', (query, address) => {
  expect(read(query)).toEqual(address);
  expect(read(writeReportAddress(read(query)))).toEqual(address);
});

test.each([
  [{ from: '2027-01-31', until: '2027-01-31' }, undefined],
  [{ from: '2028-01-01', until: '2028-12-31' }, undefined],
  [{ from: '2027-01-01', until: '2028-01-02' }, 'Choose at most 366 days.'],
  [{ from: '2027-01-31', until: '2027-01-30' }, 'The last day is before the first.'],
  [{ from: '', until: '2027-01-31' }, 'Choose two days.'],
])('finds what is wrong with %j, as the server does', (days, problem) => {
  expect(findProblem(days)).toBe(problem);
  expect(leadReportInput.safeParse({ days }).success).toBe(problem === undefined);
});

test('the server takes what an address asks for, and nothing else', () => {
  for (const query of ['', 'days=90', 'days=month', 'from=2027-01-01&until=2027-12-31']) {
    expect(leadReportInput.safeParse(reportQueryOf(read(query))).success).toBe(true);
  }
  expect(leadReportInput.safeParse({ days: '30', company: 'other' }).success).toBe(false);
});

test('a number opens the list of its leads, on days of the company', () => {
  expect(listOfNumber(between, {})).toBe('from=2027-01-01&until=2027-12-31&zone=company');
  expect(listOfNumber(between, { source: ['50% off, today'] }, 'late')).toBe(
    'contact=late&source=50%2525+off%252C+today&from=2027-01-01&until=2027-12-31&zone=company',
  );
  expect(listOfNumber(between, { from: '2027-03-01', until: '2027-03-01' })).toBe(
    'from=2027-03-01&until=2027-03-01&zone=company',
  );
});
