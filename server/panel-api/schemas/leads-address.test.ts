import { expect, test } from 'vitest';
import { eachFilterKey } from '#db/values/lead-fields.ts';
import type { FilterChoices } from './lead-list.ts';
import {
  emptyAddress,
  isGivenIn,
  malformedIn,
  queryOf,
  readAddress,
  withoutUnknown,
  writeAddress,
  writeGiven,
} from './leads-address.ts';

const id = (n: number) => `01940000-0000-7000-8000-00000000000${n}`;
const read = (query: string) => readAddress(new URLSearchParams(query));

test('an address is read as it was written, with commas and percent signs in values', () => {
  const address = {
    ...emptyAddress,
    step: [id(1), id(2)],
    followUp: ['overdue', 'today'],
    contact: ['late'],
    campaign: ['50% off, today', '%2C', 'Frühling & Co'],
    from: '2027-01-31',
    zone: 'company' as const,
    phone: 'no' as const,
    q: 'maria',
    sort: 'oldest' as const,
    view: 'deleted' as const,
    saved: id(3),
  };

  expect(read(writeAddress(address))).toEqual(address);
  expect(writeAddress(emptyAddress)).toBe('');
  expect(read('')).toEqual(emptyAddress);
});

test('an address says what to show, even if that is all leads, or does not', () => {
  const given = (query: string) => isGivenIn(new URLSearchParams(query));

  expect(given('lead=1&create=')).toBe(false);
  expect(given('status=lost')).toBe(true);
  expect(given(writeGiven(emptyAddress))).toBe(true);
  expect(read(writeGiven(emptyAddress))).toEqual(emptyAddress);
});

test('an address that shows what is shown at first names no saved view', () => {
  expect(writeAddress({ ...emptyAddress, saved: id(1) })).toBe('');
  expect(read('owner=me&saved=junk')).toEqual({ ...emptyAddress, owner: ['me'] });
});

test('days are those of the company only where there are days', () => {
  expect(writeAddress({ ...emptyAddress, zone: 'company' })).toBe('');
  expect(queryOf(read('zone=company'))).toEqual({ view: 'leads' });
  expect(queryOf(read('until=2027-01-31&zone=company')).filter).toEqual({
    until: '2027-01-31',
    zone: 'company',
  });
  expect(queryOf(read('until=2027-01-31&zone=mine')).filter).toEqual({ until: '2027-01-31' });
});

test('what is no value of a parameter is left out', () => {
  expect(
    read('from=2027-02-31&until=never&phone=maybe&sort=random&view=all&status=,new,new,'),
  ).toEqual({ ...emptyAddress, status: ['new'] });
  expect(read(`source=${'x'.repeat(501)}`).source).toEqual([]);
  expect(read('source=a%00,bing&campaign=%00')).toEqual({ ...emptyAddress, source: ['bing'] });
});

test('parameters whose value cannot be read are named', () => {
  const malformed = (query: string) => malformedIn(new URLSearchParams(query));

  expect(malformed('from=never&until=2027-02-31&phone=maybe&status=gone')).toEqual([
    'from',
    'until',
    'phone',
  ]);
  expect(malformed('from=2027-01-31&phone=no&until=')).toEqual([]);
});

test('a query has only values that the server accepts, and equal ones for equal addresses', () => {
  expect(queryOf(read('status=gone&step=junk&owner=none&followUp=gone,week'))).toEqual({
    filter: { owners: ['none'], followUps: ['week'] },
    view: 'leads',
  });
  expect(queryOf(read('status=gone'))).toEqual({ view: 'leads' });
});

test('values that do not exist are named and left out; any text may be a source', () => {
  const funnel = { id: id(1), name: 'Website' };
  const choices: FilterChoices = {
    steps: [{ id: id(2), name: 'New', funnel, isArchived: true }],
    members: [],
    keys: [],
    sources: [],
    ...eachFilterKey(() => []),
  };
  const address = read(
    `funnel=${id(1)},${id(9)}&step=${id(2)}&owner=none,${id(9)}&status=new,gone&source=bing&followUp=soon,none`,
  );

  expect(withoutUnknown(address, choices)).toEqual({
    known: { ...address, funnel: [id(1)], owner: ['none'], status: ['new'], followUp: ['none'] },
    unknown: ['funnel', 'status', 'owner', 'followUp'],
  });
});

test('without choices any id is taken for one that exists', () => {
  const address = read(`step=${id(1)},junk&owner=none,${id(9)},junk&key=${id(3)}&status=gone`);

  expect(withoutUnknown(address, { members: [{ id: id(8) }] })).toEqual({
    known: { ...address, step: [id(1)], owner: ['none'], status: [] },
    unknown: ['step', 'status', 'owner'],
  });
  expect(withoutUnknown(address, {}).known.owner).toEqual(['none', id(9)]);
});
