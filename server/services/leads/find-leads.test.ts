import { expect, test } from 'vitest';
import { groupsOf } from './find-leads.ts';

const groups = (range: { first: number; last: number }, start: number, words = 1, isUp = false) => [
  ...groupsOf(range, { start, words, isUp }),
];

test('blocks are read one by one at first, then in growing groups', () => {
  expect(groups({ first: 0, last: 152 }, 152)).toEqual([
    [152, 152],
    [148, 151],
    [132, 147],
    [68, 131],
    [0, 67],
  ]);
  expect(groups({ first: 2, last: 9 }, 3, 1, true)).toEqual([
    [3, 3],
    [4, 7],
    [8, 9],
  ]);
});

test('a group has fewer blocks when more words are looked up in each', () => {
  expect(groups({ first: 0, last: 9 }, 9, 128)).toEqual([
    [9, 9],
    [7, 8],
    [5, 6],
    [3, 4],
    [1, 2],
    [0, 0],
  ]);
  expect(groups({ first: 7, last: 9 }, 9, 1_000)).toEqual([
    [9, 9],
    [8, 8],
    [7, 7],
  ]);
});

test('every block is in one group, in both directions', () => {
  for (const isUp of [true, false]) {
    const numbers = groups({ first: 5, last: 1_000 }, isUp ? 5 : 1_000, 3, isUp).flatMap(
      ([from, to]) => Array.from({ length: to - from + 1 }, (_, n) => from + n),
    );
    expect(numbers.sort((one, other) => one - other)).toEqual(
      Array.from({ length: 996 }, (_, n) => n + 5),
    );
  }
});
