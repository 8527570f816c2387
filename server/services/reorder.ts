import { InvalidError, NotFoundError } from './errors.ts';

/**
 * The wanted order of the current ids. Those that it does not hold follow in their current order.
 *
 * @throws InvalidError for an id named twice
 * @throws NotFoundError for an id that is not among the current ones
 */
export function completeOrder(
  wanted: readonly string[],
  current: readonly string[],
  noun: string,
): string[] {
  const ids = new Set(wanted);
  if (ids.size < wanted.length) throw new InvalidError(`A ${noun} is named twice`, 'ids');

  const known = new Set(current);
  if (wanted.some((id) => !known.has(id))) throw new NotFoundError(`A ${noun} was not found`);

  return [...wanted, ...current.filter((id) => !ids.has(id))];
}
