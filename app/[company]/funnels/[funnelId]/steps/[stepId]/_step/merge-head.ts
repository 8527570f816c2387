/** The newest first. */
export interface Page<Item extends { id: string }> {
  items: Item[];
  nextCursor: string | null;
}

export interface Loaded<Item extends { id: string }> {
  pages: Page<Item>[];
  pageParams: (string | null)[];
}

/** The number of leads of a new first page that are not loaded. */
export function countNew<Item extends { id: string }>(
  loaded: Loaded<Item>,
  head: Page<Item>,
): number {
  const known = knownIds(loaded);

  return head.items.filter((item) => !known.has(item.id)).length;
}

/**
 * The loaded pages with a new first page. Later pages are kept, unless more leads have arrived than
 * a page holds: then only the new page is left, because there would be a gap.
 */
export function mergeHead<Item extends { id: string }>(
  loaded: Loaded<Item>,
  head: Page<Item>,
): Loaded<Item> {
  const [first, ...rest] = loaded.pages;
  const fresh = new Set(head.items.map((item) => item.id));
  const lastShared = first?.items.findLastIndex((item) => fresh.has(item.id)) ?? -1;

  if (!first || rest.length === 0 || lastShared < 0) {
    return { pages: [head], pageParams: [null] };
  }

  const merged = {
    items: [...head.items, ...first.items.slice(lastShared + 1)],
    nextCursor: first.nextCursor,
  };
  const others = rest.map((page) => ({
    ...page,
    items: page.items.filter((item) => !fresh.has(item.id)),
  }));

  return { pages: [merged, ...others], pageParams: loaded.pageParams };
}

function knownIds(loaded: Loaded<{ id: string }>): Set<string> {
  return new Set(loaded.pages.flatMap((page) => page.items.map((item) => item.id)));
}
