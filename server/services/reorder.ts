import { ConflictError, InvalidError, NotFoundError } from './errors.ts';

/**
 * Checks that the wanted order holds each of the current ids once.
 *
 * @throws InvalidError for an id named twice
 * @throws NotFoundError for an id that is not among them
 * @throws ConflictError when one is missing: it was added since the caller looked
 */
export function checkOrder(
  wanted: readonly string[],
  current: readonly string[],
  noun: string,
): void {
  const ids = new Set(wanted);
  if (ids.size < wanted.length) throw new InvalidError(`A ${noun} is named twice`, 'ids');

  const known = new Set(current);
  if (wanted.some((id) => !known.has(id))) throw new NotFoundError(`A ${noun} was not found`);
  if (ids.size < known.size) {
    throw new ConflictError(`A ${noun} was added meanwhile. Look again and repeat`);
  }
}
