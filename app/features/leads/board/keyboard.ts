interface Column {
  items: readonly { id: string }[];
}

/** The lead that a key moves the focus to: in its column, or at the same height of the next one that has leads. */
export function leadAfter(columns: readonly Column[], id: string, key: string): string | undefined {
  const at = columns.findIndex(({ items }) => items.some((item) => item.id === id));
  const items = columns[at]?.items ?? [];
  const index = items.findIndex((item) => item.id === id);
  const inColumn = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: items.length - 1 };
  const place = new Map(Object.entries(inColumn)).get(key);
  if (place !== undefined) return items[place]?.id;

  const side = { ArrowRight: columns.slice(at + 1), ArrowLeft: columns.slice(0, at).reverse() };
  const next = new Map(Object.entries(side)).get(key)?.find((column) => column.items.length > 0);
  return next?.items[Math.min(index, next.items.length - 1)]?.id;
}
