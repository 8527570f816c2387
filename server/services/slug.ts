import { InvalidError } from './errors.ts';

const shape = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const longest = 50;

/** @throws InvalidError unless the text fits into an address as it is */
export function assertSlug(slug: string): void {
  if (shape.test(slug) && slug.length <= longest) return;

  throw new InvalidError(
    `A slug is up to ${longest} lower-case letters, digits and single dashes between them`,
    'slug',
  );
}
