import { expect, it } from 'vitest';
import { countText } from './totals.tsx';

it.each([
  [{ leads: 1, isAtLeast: false }, '1 lead'],
  [{ leads: 1_000, isAtLeast: false }, '1,000 leads'],
  [{ leads: 1_000, isAtLeast: true }, '1,000+ leads'],
])('says how many leads are found: %j is %s', (totals, text) => {
  expect(countText(totals)).toBe(text);
});
