import { expect, test } from 'vitest';
import { parts, readOptions } from './options.ts';

test('a full run has all parts, a quick one the first two', () => {
  expect(readOptions([]).plan.parts).toEqual(parts);
  expect(readOptions(['--quick']).plan.parts).toEqual(['targets', 'batches']);
});

test('chosen parts are measured in the order of a run', () => {
  expect(readOptions(['--only', 'board,lists']).plan.parts).toEqual(['lists', 'board']);
});
