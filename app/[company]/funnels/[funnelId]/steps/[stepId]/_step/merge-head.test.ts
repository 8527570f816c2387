import { describe, expect, it } from 'vitest';
import type { LeadPage, LeadRow } from '#server/panel-api/schemas/leads.ts';
import { countNew, type Loaded, mergeHead } from './merge-head.ts';

const lead = (id: string): LeadRow => ({
  id,
  name: id,
  phones: [],
  phone: null,
  email: null,
  status: 'new',
  priority: 'medium',
  temperature: 'warm',
  source: 'api',
  medium: 'none',
  channel: 'other',
  campaignName: null,
  origin: 'public_api' as const,
  createdAt: '2026-01-01T00:00:00.000Z',
  ownerId: null,
  openedAt: null,
  firstContactAt: null,
  followUpAt: null,
  isPossibleDuplicate: false,
});
const page = (ids: string, nextCursor: string | null = null): LeadPage => ({
  items: [...ids].map(lead),
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
    expect(ids(mergeHead(loaded(page('fed', 'c1'), page('c')), page('gfd')))).toEqual(['gfd', 'c']);
  });

  it('shows no lead twice when the new page overlaps a later page', () => {
    expect(ids(mergeHead(loaded(page('fe', 'c1'), page('dc')), page('fed')))).toEqual(['fed', 'c']);
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
