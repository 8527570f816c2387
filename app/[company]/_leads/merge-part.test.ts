import { describe, expect, it } from 'vitest';
import { fakeLead } from '#app/[company]/_leads/fake-lead.ts';
import type { Loaded } from '#app/[company]/funnels/[funnelId]/steps/[stepId]/_step/merge-head.ts';
import type { LeadPage, LeadRow } from '#server/panel-api/schemas/leads.ts';
import { mergePart, restAfter, withoutNew } from './merge-part.ts';

const page = (ids: string, nextCursor: string | null = null): LeadPage => ({
  items: [...ids].map((id) => fakeLead(id)),
  nextCursor,
});
const loaded = (...pages: LeadPage[]): Loaded<LeadRow> => ({
  pages,
  pageParams: pages.map((_, index) => (index ? `c${index}` : null)),
});
const ids = (data: Loaded<LeadRow>) =>
  data.pages.map((each) => each.items.map((item) => item.id).join(''));

describe('mergePart', () => {
  it('removes a lead of the first page that was moved to another step', () => {
    expect(ids(mergePart(loaded(page('fed', 'c1'), page('c')), page('gfd', 'cx')))).toEqual([
      'gfd',
      'c',
    ]);
  });

  it('keeps only the new page when it shares no lead with the loaded ones', () => {
    const merged = mergePart(loaded(page('cb', 'c1'), page('a')), page('zyx', 'c9'));

    expect(merged).toEqual({ pages: [page('zyx', 'c9')], pageParams: [null] });
  });

  it('keeps the leads beyond a first page that shares none with the old one', () => {
    const merged = mergePart(
      loaded(page('fe', 'c1'), page('dc', 'c2'), page('ba')),
      page('dc', 'cx'),
    );

    expect(ids(merged).join('')).toBe('dcba');
  });

  it('removes what is beyond the last page of the server', () => {
    const merged = mergePart(loaded(page('fe', 'c1'), page('dc')), page('fe'));

    expect(merged).toEqual({ pages: [page('fe')], pageParams: [null] });
  });

  it('replaces leads after one of the loaded ones, and keeps those around them', () => {
    const before = loaded(page('hg', 'c1'), page('fe', 'c2'), page('dc', 'c3'), page('ba', 'c4'));
    const read = page('fed', 'cx');
    const changed = { ...read, items: read.items.map((item) => ({ ...item, name: 'changed' })) };
    const merged = mergePart(before, changed, 'g');
    const items = merged.pages.flatMap((each) => each.items);

    expect(ids(merged).join('')).toBe('hgfedcba');
    expect(items.filter(({ name }) => name === 'changed').map(({ id }) => id)).toEqual([...'fed']);
    expect(merged.pages).toHaveLength(4);
    expect(merged.pages.at(-1)?.nextCursor).toBe('c4');
  });

  it('removes leads that are no longer after it, and adds new ones', () => {
    const before = loaded(page('hg', 'c1'), page('ec', 'c2'), page('ba', 'c3'));

    expect(ids(mergePart(before, page('fdcb', 'cx'), 'g')).join('')).toBe('hgfdcba');
  });

  it('reads on from the last page that was read again, when it reaches further', () => {
    const merged = mergePart(loaded(page('fe', 'c1'), page('dc', 'c2')), page('cba', 'c9'), 'e');

    expect(ids(merged).join('')).toBe('fecba');
    expect(merged.pages.at(-1)?.nextCursor).toBe('c9');
  });

  it('changes nothing when the lead before it is no longer loaded', () => {
    const before = loaded(page('fe', 'c1'), page('dc'));

    expect(mergePart(before, page('ba'), 'z')).toBe(before);
  });
});

describe('restAfter', () => {
  const before = loaded(page('fe', 'c1'), page('dcb', 'c2'));

  it('finds what is loaded beyond a page', () => {
    expect(restAfter(before, page('fe', 'cx'))).toEqual({ after: 'e', cursor: 'cx', length: 3 });
    expect(restAfter(before, page('dc', 'cy'))).toEqual({ after: 'c', cursor: 'cy', length: 1 });
  });

  it('finds nothing beyond the last one, beyond a last page, and beyond leads that are not loaded', () => {
    expect(restAfter(before, page('cb', 'cx'))).toBeUndefined();
    expect(restAfter(before, page('fe'))).toBeUndefined();
    expect(restAfter(before, page('zy', 'cx'))).toBeUndefined();
  });
});

it('withoutNew leaves out the leads that no page contains', () => {
  const shown = withoutNew(loaded(page('cb', 'c1'), page('a')), page('edcb', 'cx'));

  expect(shown).toEqual(page('cb', 'cx'));
});
