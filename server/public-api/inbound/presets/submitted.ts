import { maxPeople } from '../../../limits.ts';
import { findAt } from '../../body-paths.ts';

/** What the requests of a tool are read as. */

export type Fields = Readonly<Record<string, unknown>>;

/** The people of one request, each as fields that `readLead` understands. */
export interface Submitted {
  bodies: object[];
  /** Why there are none, in words that follow "The request". It is no error. */
  nothing?: string;
}

/** @returns `undefined` for a body that has not the shape of the tool */
export type ReadTool = (body: object) => Submitted | undefined;

export const nothing = (why: string): Submitted => ({ bodies: [], nothing: why });

export const people = (bodies: readonly object[]): Submitted => ({
  bodies: bodies.slice(0, maxPeople),
});

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path of names and places. */
export const at = (value: unknown, ...path: (string | number)[]): unknown =>
  value instanceof Object ? findAt(value, path)?.value : undefined;

/** The object at a path; an empty one when there is none. */
export function fieldsAt(value: unknown, ...path: (string | number)[]): Fields {
  const found = at(value, ...path);
  return isFields(found) ? found : {};
}

/** The objects of the list at a path, or of an object with numbers as names. */
export function itemsAt(value: unknown, ...path: (string | number)[]): Fields[] {
  const found = at(value, ...path);
  return found instanceof Object ? Object.values(found).filter(isFields) : [];
}

/** The text at a path; `undefined` when there is none, or an empty one. */
export function textAt(value: unknown, ...path: (string | number)[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' && found.trim() !== '' ? found : undefined;
}
