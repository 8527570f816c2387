import { expect, test } from 'vitest';
import { isFiltered, readFilters } from './filters.ts';

const id = '0198a1b2-0000-7000-8000-000000000001';

test.each([
  [{}, { what: 'all' }, false],
  [{ who: id }, { who: id, what: 'all' }, true],
  [
    { who: 'system', what: 'leads', from: '2026-02-28', until: '2026-03-01' },
    { who: 'system', what: 'leads', from: '2026-02-28', until: '2026-03-01' },
    true,
  ],
  [{ who: 'me', what: 'junk', from: '2026-02-30' }, { what: 'all' }, false],
  [{ from: '28 Feb 2026' }, { what: 'all' }, false],
  [{ from: '0000-12-31', until: '0000-12-31' }, { what: 'all' }, false],
  [{ until: '2026-02-28' }, { what: 'all', until: '2026-02-28' }, true],
])('%j gives the filters %j', (address, filters, filtered) => {
  expect(readFilters(address)).toEqual(filters);
  expect(isFiltered(readFilters(address))).toBe(filtered);
});
