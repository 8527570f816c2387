import { expect, test } from 'vitest';
import { describeProgress, drawLine, duration } from './progress-bar.ts';

test('states progress, rate and remaining time', () => {
  expect(describeProgress({ done: 4_200_000, total: 10_000_000, elapsed: 100_000 })).toBe(
    '42 %, 4,200,000 of 10,000,000, 42,000 a second, 2 min 18 s left',
  );
  expect(describeProgress({ done: 0, total: 10, elapsed: 100 })).toBe('0 %, 0 of 10');
});

test.each([
  [400, '0 s'],
  [59_400, '59 s'],
  [119_600, '2 min 0 s'],
  [7_260_000, '2 h 1 min'],
])('%d ms is %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});

test('fits the terminal: the text comes before the bar', () => {
  expect(drawLine('Adding', '50 %', 0.5, 120)).toBe(
    `Adding ${'█'.repeat(15)}${'░'.repeat(15)} 50 %`,
  );
  expect(drawLine('Adding', '50 %', 0.5, 17)).toBe('Adding ██░░ 50 %');
  expect(drawLine('Adding', '50 %, 5 of 10', 0.5, 10)).toBe('Adding 50');
});
