interface Placed {
  id: string;
  createdAt: string;
}

/** Whether a lead comes before another one in a list. Both times are UTC of the same length. */
export const isNewer = (one: Placed, other: Placed): boolean =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;

/**
 * The loaded leads that a new first page leaves in the list: those behind its last one. None when the
 * page is the whole list, or when leads may be missing in between.
 */
export function keptBehind<Item extends Placed>(
  loaded: readonly Item[],
  fresh: { items: readonly Item[]; nextCursor: string | null },
): Item[] {
  const [first] = loaded;
  const [top] = fresh.items;
  const last = fresh.items.at(-1);
  if (!first || !top || !last || fresh.nextCursor === null) return [];

  const ids = new Set(fresh.items.map(({ id }) => id));
  const at = loaded.findIndex(({ id }) => id === last.id);
  if (at >= 0) return loaded.slice(at + 1).filter(({ id }) => !ids.has(id));

  // A list begins with its newest lead, or with its oldest one.
  const isNewestFirst = !isNewer(last, top);
  const isBehind = (item: Item) => isNewer(last, item) === isNewestFirst;
  return isBehind(first) ? [] : loaded.filter((item) => isBehind(item) && !ids.has(item.id));
}
