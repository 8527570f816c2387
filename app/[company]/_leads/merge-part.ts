import type {
  Loaded,
  Page,
} from '#app/[company]/funnels/[funnelId]/steps/[stepId]/_step/merge-head.ts';

interface Listed {
  id: string;
  createdAt: string;
}

/** The loaded items beyond a page. */
export interface Rest {
  /** The item before them, and the cursor that reads on from there. */
  after: string;
  cursor: string;
  /** How many they are. */
  length: number;
}

const allOf = <Item extends Listed>({ pages }: Loaded<Item>): Item[] =>
  pages.flatMap((page) => page.items);
const idsOf = (items: readonly { id: string }[]) => new Set(items.map(({ id }) => id));

/** A page without the items that are not loaded. */
export function withoutNew<Item extends Listed>(
  loaded: Loaded<Item>,
  page: Page<Item>,
): Page<Item> {
  const known = idsOf(allOf(loaded));

  return { ...page, items: page.items.filter((item) => known.has(item.id)) };
}

/** What is loaded beyond a page, if anything is. */
export function restAfter<Item extends Listed>(
  loaded: Loaded<Item>,
  { items, nextCursor }: Page<Item>,
): Rest | undefined {
  const after = items.at(-1)?.id;
  const all = allOf(loaded);
  const index = all.findIndex(({ id }) => id === after);
  const length = all.length - index - 1;
  if (after === undefined || nextCursor === null || index < 0 || length === 0) return undefined;

  return { after, cursor: nextCursor, length };
}

/**
 * The loaded pages with a page that was read again: the first, or the one after an item. Items beyond
 * it are kept, unless the page shares none with those that it replaces: there would be a gap.
 *
 * @param after id of the item before the page
 */
export function mergePart<Item extends Listed>(
  loaded: Loaded<Item>,
  page: Page<Item>,
  after?: string,
): Loaded<Item> {
  const all = allOf(loaded);
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && start === 0) return loaded;

  const fresh = idsOf(page.items);
  const lastShared = all.findLastIndex(({ id }, index) => index >= start && fresh.has(id));
  const isLast = page.nextCursor === null || lastShared < 0;
  const end = isLast ? all.length : lastShared + 1;
  const kept = new Set(
    all.filter(({ id }, index) => (index < start || index >= end) && !fresh.has(id)),
  );
  const place =
    after === undefined
      ? 0
      : loaded.pages.findIndex(({ items }) => items.some(({ id }) => id === after));

  const pages = loaded.pages.map((each, index) => {
    const items = each.items.flatMap((item) => [
      ...(kept.has(item) ? [item] : []),
      ...(item.id === after ? page.items : []),
    ]);
    return {
      ...each,
      items: after === undefined && index === 0 ? [...page.items, ...items] : items,
    };
  });
  if (end < all.length) return { pages, pageParams: loaded.pageParams };

  return {
    pages: pages
      .slice(0, place + 1)
      .map((each, index) => (index < place ? each : { ...each, nextCursor: page.nextCursor })),
    pageParams: loaded.pageParams.slice(0, place + 1),
  };
}
