/** Results in the order of the items. So many are worked on at once; the first failure ends all. */
export async function mapBounded<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  map: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const work = async () => {
    for (const [n, item] of rest) results[n] = await map(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));

  return results;
}
