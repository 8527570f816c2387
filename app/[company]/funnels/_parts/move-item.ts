/** A copy of the list in which `id` stands at `index`, the others in their order. */
export function moveItem<T extends { id: string }>(items: readonly T[], id: string, index: number) {
  const item = items.find((candidate) => candidate.id === id);
  const rest = items.filter((candidate) => candidate.id !== id);

  return item ? rest.toSpliced(Math.max(0, index), 0, item) : rest;
}
