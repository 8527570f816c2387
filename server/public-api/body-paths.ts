import type { BodyPath } from '#db/values/field-mapping.ts';

/** Finds values in a body by their paths, and the paths of all its values. */

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Google Ads, Meta, Tally and others send the fields of a form so. */
const valueNames = ['value', 'values', 'string_value'];
const itemNames = ['key', 'column_id', 'ref', 'name', 'label', 'id'];

const textIn = (fields: Fields) =>
  itemNames.map((name) => fields[name]).find((text) => typeof text === 'string' && text !== '');

/**
 * The name of an item of a list that is a field of a form: `{ "name": "phone", "value": "…" }`. It stands
 * at another place when the form changes, or when a person leaves a question open.
 */
function nameOfItem(item: unknown): string | undefined {
  if (!isFields(item)) return undefined;

  // Typeform describes the question beside the answer.
  const named = isFields(item.field) ? item.field : item;
  if (named === item && !valueNames.some((name) => Object.hasOwn(item, name))) return undefined;
  const name = textIn(named);
  return typeof name === 'string' ? name : undefined;
}

interface FoundValue {
  value: unknown;
  /** With places of items instead of their names. */
  place: (string | number)[];
}

/** @returns `undefined` when the body has nothing at the path */
export function findAt(body: object, path: BodyPath): FoundValue | undefined {
  let value: unknown = body;
  const place: FoundValue['place'] = [];
  for (const part of path) {
    const key =
      Array.isArray(value) && typeof part === 'string'
        ? value.findIndex((item) => nameOfItem(item) === part)
        : part;
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
    place.push(key);
  }
  return { value, place };
}

interface ValueAt {
  path: BodyPath;
  value: unknown;
}

const isList = (value: unknown[]) => value.every((item) => !(item instanceof Object));

/**
 * The values of a body that are no objects, in its order; a list of such values is one.
 *
 * @param max so many are returned at most
 */
export function valuesIn(body: unknown, max: number): ValueAt[] {
  const found: ValueAt[] = [];
  const walk = (value: unknown, path: BodyPath): void => {
    if (found.length >= max) return;
    if (!(value instanceof Object) || (Array.isArray(value) && isList(value))) {
      found.push({ path, value });
      return;
    }
    const names = new Set<string | number>();
    for (const [index, [name, inner]] of Object.entries(value).entries()) {
      const item = Array.isArray(value) ? (nameOfItem(inner) ?? index) : name;
      // A name stands for the first item that has it.
      walk(inner, [...path, names.has(item) ? index : item]);
      names.add(item);
    }
  };
  walk(body, []);
  return found;
}
