import { describe, expect, it } from 'vitest';
import { fakeLead } from '#app/testing/fake-lead.ts';
import type { BoardStep, BoardView } from '#server/panel-api/schemas/board.ts';
import { appendPage, mergeBoard, moveCard } from './use-board.ts';

const step = (id: string, leads: string, nextCursor: string | null = null): BoardStep => ({
  id,
  name: id,
  outcome: null,
  leads: leads.length,
  isAtLeast: false,
  leadsToday: 0,
  items: [...leads].map((id) => fakeLead(id)),
  nextCursor,
});
const board = (...steps: BoardStep[]): BoardView => ({ steps });
const shown = ({ steps }: BoardView) =>
  steps.map(({ id, items }) => `${id}: ${items.map((item) => item.id).join('')}`);

describe('mergeBoard', () => {
  it('keeps the pages behind a new first page', () => {
    const merged = mergeBoard(board(step('1', 'fedcba', 'c2')), board(step('1', 'gfe', 'c1')));

    expect(shown(merged)).toEqual(['1: gfedcba']);
    expect(merged.steps[0]?.nextCursor).toBe('c2');
  });

  it('drops what was loaded when there would be a gap', () => {
    const merged = mergeBoard(board(step('1', 'cba', 'c1')), board(step('1', 'zyx', 'c9')));

    expect(shown(merged)).toEqual(['1: zyx']);
  });

  it('removes the last loaded lead, behind which the new page has an older one', () => {
    const merged = mergeBoard(board(step('1', 'fed', 'c1')), board(step('1', 'fec', 'c2')));

    expect(shown(merged)).toEqual(['1: fec']);
    expect(merged.steps[0]?.nextCursor).toBe('c2');
  });

  it('takes a moved lead out of the pages behind the first one', () => {
    const loaded = board(step('1', 'gfedcb', 'c1'), step('2', 'a'));
    const merged = mergeBoard(loaded, board(step('1', 'gfe', 'c1'), step('2', 'ca')));

    expect(shown(merged)).toEqual(['1: gfedb', '2: ca']);
  });

  it('removes archived steps', () => {
    const loaded = board(step('1', 'a'), step('2', 'b'));

    expect(shown(mergeBoard(loaded, board(step('2', 'b'))))).toEqual(['2: b']);
  });
});

it('appendPage adds a page once, and none to a step that was read again', () => {
  const loaded = board(step('1', 'dc', 'c1'));
  const page = { items: [fakeLead('c'), fakeLead('b')], nextCursor: null };
  const added = appendPage(loaded, { stepId: '1', cursor: 'c1' }, page);

  expect(shown(added)).toEqual(['1: dcb']);
  const late = { items: [fakeLead('a')], nextCursor: 'c0' };
  expect(appendPage(added, { stepId: '1', cursor: 'c1' }, late)).toEqual(added);
});

describe('moveCard', () => {
  const loaded = board(step('1', 'eb'), step('2', 'dca'));

  it('puts a lead at its place by arrival, and counts it there', () => {
    const moved = moveCard(loaded, fakeLead('b'), '2');

    expect(shown(moved)).toEqual(['1: e', '2: dcba']);
    expect(moved.steps.map((each) => each.leads)).toEqual([1, 4]);
  });

  it('changes nothing when the lead is there already', () => {
    expect(moveCard(loaded, fakeLead('c'), '2')).toEqual(loaded);
  });

  it('takes a lead away that was moved to another funnel', () => {
    expect(shown(moveCard(loaded, fakeLead('c'), '9'))).toEqual(['1: eb', '2: da']);
  });
});
