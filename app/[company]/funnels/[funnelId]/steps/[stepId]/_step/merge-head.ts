import { keptBehind } from '#app/[company]/_leads/lead-order.ts';

/** What a list is ordered by. */
interface Listed {
  id: string;
  createdAt: string;
}

export interface Page<Item extends Listed> {
  items: Item[];
  nextCursor: string | null;
}

export interface Loaded<Item extends Listed> {
  pages: Page<Item>[];
  pageParams: (string | null)[];
}

const itemsOf = <Item extends Listed>({ pages }: Loaded<Item>) =>
  pages.flatMap(({ items }) => items);
const idsOf = (items: readonly Listed[]) => new Set(items.map(({ id }) => id));

/** The number of leads of a new first page that are not loaded. */
export function countNew<Item extends Listed>(loaded: Loaded<Item>, head: Page<Item>): number {
  const known = idsOf(itemsOf(loaded));

  return head.items.filter((item) => !known.has(item.id)).length;
}

/**
 * The loaded pages with a new first page. What is loaded beyond it is kept, unless more leads have
 * arrived than a page holds: then only the new page is left, because there would be a gap. A list that
 * is no longer than a page stays so.
 */
export function mergeHead<Item extends Listed>(
  loaded: Loaded<Item>,
  head: Page<Item>,
): Loaded<Item> {
  const [first, ...rest] = loaded.pages;
  const kept = idsOf(keptBehind(itemsOf(loaded), head));
  const isOnePage = rest.length === 0 && first && first.items.length <= head.items.length;
  if (!first || isOnePage || kept.size === 0) return { pages: [head], pageParams: [null] };

  const keptOf = (page: Page<Item>) => page.items.filter(({ id }) => kept.has(id));
  const merged = { items: [...head.items, ...keptOf(first)], nextCursor: first.nextCursor };
  const others = rest.map((page) => ({ ...page, items: keptOf(page) }));

  return { pages: [merged, ...others], pageParams: loaded.pageParams };
}
