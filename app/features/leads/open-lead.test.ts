import { expect, it } from 'vitest';
import { neighboursOf } from './open-lead.ts';

const list = ['a', 'b', 'c', 'd'];

it('finds the leads before and after one', () => {
  expect(neighboursOf('b', list, list)).toEqual({ previous: 'a', next: 'c' });
  expect(neighboursOf('a', list, list)).toEqual({ previous: undefined, next: 'b' });
  expect(neighboursOf('d', list, list)).toEqual({ previous: 'c', next: undefined });
});

it('goes on from where a lead was that has left the list', () => {
  expect(neighboursOf('b', ['a', 'c', 'd'], list)).toEqual({ previous: 'a', next: 'c' });
  expect(neighboursOf('b', ['new', 'a', 'd'], list)).toEqual({ previous: 'a', next: 'd' });
  expect(neighboursOf('d', ['a', 'b'], list)).toEqual({ previous: 'b', next: undefined });
});

it('finds none for a lead that was never in the list', () => {
  expect(neighboursOf('x', list, list)).toEqual({ previous: undefined, next: undefined });
});
