import { describe, expect, it } from 'vitest';
import { fakeLead } from '#app/[company]/_leads/fake-lead.ts';
import type { LeadPage, LeadRow } from '#server/panel-api/schemas/leads.ts';
import { countNew, type Loaded, mergeHead } from './merge-head.ts';

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

describe('mergeHead', () => {
  it('replaces a single page, so that changed and moved leads are current', () => {
    expect(ids(mergeHead(loaded(page('cba')), page('dca')))).toEqual(['dca']);
  });

  it('puts new leads in front of several pages and keeps all loaded leads', () => {
    const merged = mergeHead(loaded(page('fed', 'c1'), page('cba')), page('hgf', 'cx'));

    expect(ids(merged)).toEqual(['hgfed', 'cba']);
    expect(merged.pages[0]?.nextCursor).toBe('c1');
  });

  it('removes a lead of the first page that was moved to another step', () => {
    expect(ids(mergeHead(loaded(page('fed', 'c1'), page('c')), page('gfd', 'cx')))).toEqual([
      'gfd',
      'c',
    ]);
  });

  it('shows no lead twice when the new page overlaps a later page', () => {
    expect(ids(mergeHead(loaded(page('fe', 'c1'), page('dc')), page('fed', 'cx')))).toEqual([
      'fed',
      'c',
    ]);
  });

  it('removes the last lead of the first page, behind which the new page has an older one', () => {
    const two = loaded(page('fed', 'c1'), page('cba'));

    expect(ids(mergeHead(two, page('fec', 'cx')))).toEqual(['fec', 'ba']);
    expect(ids(mergeHead(two, page('fea', 'cx')))).toEqual(['fea']);
  });

  it('keeps the later pages of a list that begins with the oldest lead', () => {
    const two = loaded(page('abd', 'c1'), page('ef'));

    expect(ids(mergeHead(two, page('abc', 'cx')))).toEqual(['abcd', 'ef']);
    expect(ids(mergeHead(two, page('abe', 'cx')))).toEqual(['abe', 'f']);
  });

  it('keeps what a single page has beyond the new one, as after the whole list was read again', () => {
    const merged = mergeHead(loaded(page('fedcba')), page('gfe', 'c1'));

    expect(merged).toEqual({ pages: [page('gfedcba')], pageParams: [null] });
  });

  it('has only the new page when that is the whole list', () => {
    expect(ids(mergeHead(loaded(page('fed', 'c1'), page('c')), page('fe')))).toEqual(['fe']);
  });

  it('keeps only the new page when more leads arrived than a page holds', () => {
    const merged = mergeHead(loaded(page('cb', 'c1'), page('a')), page('zyx', 'c9'));

    expect(merged).toEqual({ pages: [page('zyx', 'c9')], pageParams: [null] });
  });
});

it('countNew counts the leads that no page contains', () => {
  expect(countNew(loaded(page('cb'), page('a')), page('edc'))).toBe(2);
  expect(countNew(loaded(page('cb')), page('cb'))).toBe(0);
});
