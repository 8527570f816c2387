import { describe, expect, it } from 'vitest';
import {
  changePages,
  countNew,
  hasNewerId,
  hasOlderId,
  holdBack,
  type Listed,
  type Pages,
  withBeginning,
  withNamed,
} from './loaded-list.ts';

/** Of the same time: the greater id is the newer one. */
const item = (id: string): Listed => ({ id, createdAt: '2026-01-01T00:00:00.000Z' });
const list = (ids: string, nextCursor: string | null = null) => ({
  items: [...ids].map(item),
  nextCursor,
});
const ids = (items: readonly Listed[]) => items.map(({ id }) => id).join('');
/** By its ids, of which `d` was taken last and stored first, as of leads that are sent at once. */
const burst = 'dcba';
const atOnce = (id: string): Listed => ({
  id,
  createdAt: `2026-01-01T00:00:00.00${burst.indexOf(id)}Z`,
});

describe('withNamed', () => {
  const named = (of: string, names: string, found: string, cursor: string | null = null) =>
    ids(
      withNamed(list(of, cursor), {
        named: new Set(names),
        found: [...found].map(item),
        isBefore: hasNewerId,
      }).items,
    );

  it.each([
    ['puts a new lead at its place', 'eca', 'd', 'd', 'edca'],
    ['puts the newest one first', 'cba', 'd', 'd', 'dcba'],
    ['removes a lead that is no longer in the list', 'cba', 'b', '', 'ca'],
    ['keeps others as they are', 'cba', 'x', '', 'cba'],
    ['fills an empty list', '', 'ab', 'ba', 'ba'],
  ])('%s', (_, before, names, found, after) => {
    expect(named(before, names, found)).toBe(after);
  });

  it('keeps the order of a list that begins with the oldest', () => {
    const leads = { named: new Set('ce'), found: [...'ce'].map(item), isBefore: hasOlderId };
    expect(ids(withNamed(list('abd'), leads).items)).toBe('abcde');
    expect(ids(withNamed(list('abd', 'c1'), leads).items)).toBe('abcd');
  });

  it('takes a lead in before others that arrived at once, and leaves these at their places', () => {
    const loaded = { items: [...burst].map(atOnce), nextCursor: 'c1' };
    const next: Listed = { id: 'e', createdAt: '2026-01-01T00:00:01.000Z' };
    expect(
      ids(withNamed(loaded, { named: new Set('e'), found: [next], isBefore: hasNewerId }).items),
    ).toBe('edcba');
    const changed = { named: new Set('db'), found: [...'db'].map(atOnce), isBefore: hasNewerId };
    expect(ids(withNamed(loaded, changed).items)).toBe(burst);
  });

  it('leaves what belongs behind the loaded part to the next page', () => {
    expect(named('dcb', 'a', 'a', 'c1')).toBe('dcb');
    expect(named('dcb', 'b', 'b', 'c1')).toBe('dcb');
  });

  it('shows a changed lead as it is now', () => {
    const fresh = { ...item('b'), name: 'New' };
    expect(
      withNamed(list('cba'), { named: new Set('b'), found: [fresh], isBefore: hasNewerId })
        .items[1],
    ).toBe(fresh);
  });
});

describe('withBeginning', () => {
  it.each([
    ['keeps what is loaded behind it', ['fedcba', 'c2'], ['gfe', 'c1'], ['gfedcba', 'c2']],
    [
      'drops what was loaded when there would be a gap',
      ['cba', 'c1'],
      ['zyx', 'c9'],
      ['zyx', 'c9'],
    ],
    ['is the whole list without a next page', ['fedc', 'c1'], ['fe', null], ['fe', null]],
    ['removes what is gone from it', ['fedc', 'c1'], ['fd', 'cx'], ['fdc', 'c1']],
    ['removes the last loaded lead', ['fed', 'c1'], ['fec', 'c2'], ['fec', 'c2']],
  ] as const)('%s', (_, [before, cursor], [fresh, next], [after, last]) => {
    const merged = withBeginning(list(before, cursor), list(fresh, next), hasNewerId);
    expect([ids(merged.items), merged.nextCursor]).toEqual([after, last]);
  });

  it('keeps the order of a list that begins with the oldest', () => {
    const merged = withBeginning(list('acdef', 'c2'), list('abc', 'c1'), hasOlderId);
    expect([ids(merged.items), merged.nextCursor]).toEqual(['abcdef', 'c2']);
    expect(ids(withBeginning(list('adef', 'c2'), list('abc', 'c1'), hasOlderId).items)).toBe(
      'abcdef',
    );
  });

  it('keeps leads behind the last one that arrived at once with it', () => {
    const loaded = { items: [...burst].map(atOnce), nextCursor: 'c2' };
    const fresh = { items: [...'dc'].map(atOnce), nextCursor: 'c1' };
    expect(ids(withBeginning(loaded, fresh, hasNewerId).items)).toBe(burst);
  });
});

describe('changePages', () => {
  const pages: Pages<Listed> = {
    pages: [list('fed', 'c1'), list('cba', 'c2')],
    pageParams: [null, 'c1'],
  };
  const changed = (change: Parameters<typeof changePages<Listed>>[1]) =>
    changePages(pages, change).pages.map(({ items, nextCursor }) => [ids(items), nextCursor]);

  it('leaves items on their pages, and cursors to them', () => {
    expect(
      changed((all) =>
        withNamed(all, { named: new Set('gb'), found: [item('g')], isBefore: hasNewerId }),
      ),
    ).toEqual([
      ['gfed', 'c1'],
      ['ca', 'c2'],
    ]);
    expect(changed((all) => withBeginning(all, list('hgf', 'cx'), hasNewerId))).toEqual([
      ['hgfed', 'c1'],
      ['cba', 'c2'],
    ]);
  });

  it('drops pages that are not in the list any more', () => {
    expect(changed((all) => withBeginning(all, list('zyx', 'cx'), hasNewerId))).toEqual([
      ['zyx', 'cx'],
    ]);
    expect(changed(() => list('', null))).toEqual([['', null]]);
  });
});

it('countNew counts what has arrived, and nothing that is older or was there', () => {
  expect(countNew(list('dc').items, list('fedcb').items)).toBe(2);
  expect(countNew([], list('ba').items)).toBe(2);
});

describe('holdBack', () => {
  const { items } = list('edcba');
  const held = (exempt: string) => ids(holdBack(items, item('c'), new Set(exempt)));

  it('leaves out what is newer than the first one, but for exempt ones', () => {
    expect([held(''), held('d')]).toEqual(['cba', 'dcba']);
  });

  it('leaves a list as it is that is not held, or has no newer ones', () => {
    expect(holdBack(items, undefined, new Set())).toBe(items);
    expect(holdBack(items, item('e'), new Set())).toBe(items);
  });

  it('holds no lead back that arrived at once with the first one, and stood behind it', () => {
    const shown = [...burst].map(atOnce);
    expect(holdBack(shown, atOnce('d'), new Set())).toBe(shown);
  });

  it('goes by arrival when the first one has left the list', () => {
    expect(ids(holdBack(list('edba').items, item('c'), new Set()))).toBe('ba');
  });
});
