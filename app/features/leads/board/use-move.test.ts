import { expect, it } from 'vitest';
import { fakeLead } from '#app/testing/fake-lead.ts';
import { addMove, endMove, fromOf, isSuperseded, type Move } from './use-move.ts';

const place = (id: string) => ({ id, name: id });
const move = (id: string, from: string, to: string): Move => ({
  lead: fakeLead(id),
  from: place(from),
  to: place(to),
});
const first = move('lead', 'A', 'B');
const second = move('lead', 'B', 'C');
const third = move('lead', 'C', 'D');
const other = move('other', 'A', 'B');
const pending = [first, other, second, third].reduce(addMove, []);
const shown = (moves: typeof pending) =>
  moves.map((each) => `${each.move.lead.id}: ${each.from.id} to ${each.move.to.id}`);

it('ends one move, not all of its lead', () => {
  const left = endMove(pending, first, false);

  expect(shown(left)).toEqual(['other: A to B', 'lead: B to C', 'lead: C to D']);
});

it('starts the next move of the lead from where a failed one did', () => {
  const left = endMove(pending, first, true);

  expect(shown(left)).toEqual(['other: A to B', 'lead: A to C', 'lead: C to D']);
  expect(shown(endMove(left, second, true))).toEqual(['other: A to B', 'lead: A to D']);
  expect(fromOf(left, second).id).toBe('A');
  expect(fromOf(left, third).id).toBe('C');
});

it('a move is superseded by a later one of the same lead', () => {
  expect(isSuperseded(pending, first)).toBe(true);
  expect(isSuperseded(pending, other)).toBe(false);
  expect(isSuperseded(endMove(pending, third, false), second)).toBe(true);
});
