import { expect, it } from 'vitest';
import { joinValues, readFilter, valuesOf } from './filter-address.ts';

const member = '0198a1b2-0000-7000-8000-000000000001';
const gone = '0198a1b2-0000-7000-8000-000000000002';
const read = (query: string) => readFilter(new URLSearchParams(query), (id) => id === member);

it('reads several values of a parameter', () => {
  expect(read(`status=new,lost&owner=none,${member}&phone=no&from=2026-01-31&q= ada `)).toEqual({
    filter: {
      statuses: ['new', 'lost'],
      owners: ['none', member],
      from: '2026-01-31',
      hasPhone: false,
    },
    search: 'ada',
    unknown: [],
  });
});

it.each([
  ['status=gone', 'status'],
  [`owner=${gone}`, 'owner'],
  ['owner=junk', 'owner'],
  ['from=2026-02-31x', 'from'],
  ['until=0000-01-01', 'until'],
  ['phone=perhaps', 'phone'],
])('leaves out what does not exist, and names it: %s', (query, name) => {
  expect(read(`${query}&priority=high`)).toEqual({
    filter: { priorities: ['high'] },
    search: undefined,
    unknown: [name],
  });
});

it('has no filter without parameters', () => {
  expect(read('lead=1&q=')).toEqual({ filter: undefined, search: undefined, unknown: [] });
});

it('keeps values with commas and signs', () => {
  const values = ['Spring, summer', '100%', 'a%2Cb'];

  expect(valuesOf(joinValues(values))).toEqual(values);
});
