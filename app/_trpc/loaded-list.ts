/** What a list is ordered by. */
export interface Listed {
  id: string;
  /** UTC, each of the same length. */
  createdAt: string;
}

/** What is loaded of a list, from its beginning. */
export interface Loaded<Item extends Listed> {
  items: Item[];
  /** Reads on; null at the end of the list. */
  nextCursor: string | null;
}

/** What an infinite query has loaded. */
export interface Pages<Item extends Listed> {
  pages: Loaded<Item>[];
  pageParams: (string | null)[];
}

/** Which of two leads comes first in a list. */
type IsBefore = (one: Listed, other: Listed) => boolean;

/**
 * Whether a lead arrived after another one: the order of the columns of a board and of the list of a
 * step, unless they are filtered.
 */
export const isNewer: IsBefore = (one, other) =>
  one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;

/**
 * The order of all other lists. A lead that was sent again from the intake log has the id, and with it
 * the time, of its request, and of two that were sent at once either may be stored first.
 */
export const hasNewerId: IsBefore = (one, other) => one.id > other.id;
export const hasOlderId: IsBefore = (one, other) => one.id < other.id;

export interface NamedLeads<Item extends Listed> {
  named: ReadonlySet<string>;
  /** Those of the named leads that are in the list now. */
  found: readonly Item[];
  /** Compares those that were not in the list: others keep their places. */
  isBefore: IsBefore;
}

/**
 * A list after a change of the named leads: each at its place as it is now, or out of the list. What
 * belongs behind the loaded part is left to the next page.
 */
export function withNamed<Item extends Listed>(
  { items, nextCursor }: Loaded<Item>,
  { named, found, isBefore }: NamedLeads<Item>,
): Loaded<Item> {
  const fresh = new Map(found.map((item) => [item.id, item]));
  const known = new Set(items.map(({ id }) => id));
  const result = items.flatMap((item) => (named.has(item.id) ? (fresh.get(item.id) ?? []) : item));
  for (const item of found.filter(({ id }) => !known.has(id))) {
    const place = result.findIndex((other) => isBefore(item, other));
    if (place >= 0) result.splice(place, 0, item);
    else if (nextCursor === null) result.push(item);
  }
  return { items: result, nextCursor };
}

/**
 * A list whose beginning was read again. What is loaded behind it is kept, unless there would be a gap.
 */
export function withBeginning<Item extends Listed>(
  loaded: Loaded<Item>,
  fresh: Loaded<Item>,
  isBefore: IsBefore,
): Loaded<Item> {
  const last = fresh.items.at(-1);
  if (!last || fresh.nextCursor === null) return fresh;

  const ids = new Set(fresh.items.map(({ id }) => id));
  const end = loaded.items.findIndex(({ id }) => id === last.id);
  const isBehind = (item: Item, place: number) => (end < 0 ? isBefore(last, item) : place > end);
  const rest = loaded.items.filter((item, place) => isBehind(item, place) && !ids.has(item.id));
  const isGap = rest.length === loaded.items.length;
  return rest.length === 0 || isGap
    ? fresh
    : { items: [...fresh.items, ...rest], nextCursor: loaded.nextCursor };
}

/** How many leads of a list have just arrived: not those that came from another one, or are older. */
export function countNew(before: readonly Listed[], after: readonly Listed[]): number {
  const known = new Set(before.map(({ id }) => id));
  return after.filter(
    (item) => !known.has(item.id) && before.every((other) => isNewer(item, other)),
  ).length;
}

/**
 * What a list shows while it is held, the newest first: no lead that is newer than `top`, but for those
 * that are exempt.
 *
 * @param top undefined for a list that is not held; need not be in the list
 */
export function holdBack<Item extends Listed>(
  items: readonly Item[],
  top: Listed | undefined,
  exempt: ReadonlySet<string>,
): readonly Item[] {
  if (!top) return items;
  const begin = items.findIndex(({ id }) => id === top.id);
  const isNew = (item: Item, place: number) => (begin < 0 ? isNewer(item, top) : place < begin);
  const shown = items.filter((item, place) => !isNew(item, place) || exempt.has(item.id));
  return shown.length === items.length ? items : shown;
}

/**
 * Changes what an infinite query has loaded. Items stay on their pages; a new one goes to the page of
 * the item before it.
 */
export function changePages<Item extends Listed>(
  { pages, pageParams }: Pages<Item>,
  change: (loaded: Loaded<Item>) => Loaded<Item>,
): Pages<Item> {
  const items = pages.flatMap((page) => page.items);
  const changed = change({ items, nextCursor: pages.at(-1)?.nextCursor ?? null });
  const pageOf = new Map(pages.flatMap((page, n) => page.items.map(({ id }) => [id, n] as const)));
  let current = 0;
  const byPage = Map.groupBy(changed.items, ({ id }) => {
    current = Math.max(current, pageOf.get(id) ?? current);
    return current;
  });
  const kept = pages.slice(0, current + 1).map((page, n) => ({
    items: byPage.get(n) ?? [],
    nextCursor: n === current ? changed.nextCursor : page.nextCursor,
  }));
  return { pages: kept, pageParams: pageParams.slice(0, kept.length) };
}
