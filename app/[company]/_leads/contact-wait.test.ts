import { expect, test } from 'vitest';
import { labelWait, urgencyOf } from './contact-wait.ts';

const minutes = (amount: number) => amount * 60_000;

test.each([
  [0, 'none'],
  [minutes(30) - 1, 'none'],
  [minutes(30), 'soon'],
  [minutes(60), 'soon'],
  [minutes(60) + 1, 'late'],
])('with a target of an hour, a wait of %i ms is %s', (waited, urgency) => {
  expect(urgencyOf(waited, 60)).toBe(urgency);
});

test('without a target nothing is urgent', () => {
  expect(urgencyOf(minutes(100_000), null)).toBe('none');
  expect(labelWait('none', null)).toBe('Not contacted for ');
});

test('the urgency is said in words', () => {
  expect(labelWait('soon', 15)).toBe('Due soon, the target is 15 min: not contacted for ');
  expect(labelWait('late', 240)).toBe('Late, the target is 4 h: not contacted for ');
});
