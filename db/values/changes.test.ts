import { expect, test } from 'vitest';
import { everything, isNamed, maxNamedIds, mergeChanges } from './changes.ts';

const ids = (count: number) => Array.from({ length: count }, (_, n) => String(n));

test('changes merge kind by kind, each id once', () => {
  const one = { leads: ['a', 'b'], audit: 'all' } as const;
  expect(mergeChanges(one, { leads: ['b', 'c'], steps: ['s'] })).toEqual({
    leads: ['a', 'b', 'c'],
    steps: ['s'],
    audit: 'all',
  });
  expect(mergeChanges({}, {})).toEqual({});
  expect(mergeChanges(one, everything)).toEqual(everything);
});

test('more ids than an announcement names mean all', () => {
  const most = ids(maxNamedIds);
  expect(mergeChanges({ leads: most }, { leads: ['0'] })).toEqual({ leads: most });
  expect(mergeChanges({ leads: most }, { leads: ['more'] })).toEqual({ leads: 'all' });
  expect(mergeChanges({}, { leads: ids(maxNamedIds + 1) })).toEqual({ leads: 'all' });
});

test('all names every id, and an absent kind none', () => {
  expect([isNamed('all', 'a'), isNamed(['a'], 'a'), isNamed(['b'], 'a'), isNamed(undefined, 'a')]) //
    .toEqual([true, true, false, false]);
});
