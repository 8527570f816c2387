import { expect, test } from 'vitest';
import { type Chosen, choose, keepRest } from './selection.ts';

const chosen: Chosen = { query: 'status=new', ids: new Set(['a', 'b']) };

test('ids that were read for another query are not chosen', () => {
  expect(choose(chosen, ['c'], 'status=lost')).toBe(chosen);
  expect(choose(chosen, ['c'], 'status=new').ids).toEqual(new Set(['c']));
});

test('after a change, those that were not changed stay chosen', () => {
  expect(keepRest(chosen, chosen.ids, ['b'])).toEqual({ ...chosen, ids: new Set(['b']) });
});

test('what was chosen during a change stays chosen, also the same leads under another query', () => {
  const later: Chosen = { query: 'status=lost', ids: new Set(['a', 'b']) };

  expect(keepRest(later, chosen.ids, [])).toBe(later);
});
