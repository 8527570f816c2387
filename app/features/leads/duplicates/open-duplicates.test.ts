import { expect, it } from 'vitest';
import { labelDuplicates } from './open-duplicates.ts';

it.each([
  [1, 'Ana', 'Possible duplicate of Ana'],
  [3, null, 'Possible duplicates (3)'],
  [10, null, 'Possible duplicates (10 or more)'],
])('%s duplicates', (count, name, label) => {
  expect(labelDuplicates({ count, name })).toBe(label);
});
