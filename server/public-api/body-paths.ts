import type { BodyPath } from '#db/values/field-mapping.ts';
import { maxIgnoredNameLength } from '../limits.ts';
import { shortName } from './lead-headers.ts';

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

/** The places of the items of a list by their names; a name stands for the first item that has it. */
function placesIn(list: readonly unknown[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [place, item] of list.entries()) {
    const name = nameOfItem(item);
    if (name !== undefined && !places.has(name)) places.set(name, place);
  }
  return places;
}

/** Of lists of a body, so that each is looked through once, however many paths lead into it. */
type KnownPlaces = Map<unknown, Map<string, number>>;

function placeOf(list: readonly unknown[], name: string, known: KnownPlaces): number | undefined {
  const places = known.get(list) ?? placesIn(list);
  known.set(list, places);
  return places.get(name);
}

/** A name, or a longer one of which the path has the beginning, as the list of ignored fields has it. */
function nameIn(fields: object, name: string): string | undefined {
  if (Object.hasOwn(fields, name) || name.length !== maxIgnoredNameLength) return name;
  return Object.keys(fields).find((sent) => shortName(sent) === name);
}

interface FoundValue {
  value: unknown;
  /** With places of items instead of their names. */
  place: (string | number)[];
}

function keyIn(value: object, part: string | number, known: KnownPlaces) {
  if (typeof part === 'number') return Array.isArray(value) ? part : undefined;
  return Array.isArray(value) ? placeOf(value, part, known) : nameIn(value, part);
}

/**
 * @param known filled here, for other paths of the same body
 * @returns `undefined` when the body has nothing at the path
 */
export function findAt(
  body: object,
  path: BodyPath,
  known: KnownPlaces = new Map(),
): FoundValue | undefined {
  let value: unknown = body;
  const place: FoundValue['place'] = [];
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    const key = keyIn(value, part, known);
    if (key === undefined || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string | number, unknown>)[key];
    place.push(key);
  }
  return { value, place };
}

interface ValueAt extends FoundValue {
  path: BodyPath;
}

/** The items of a list as paths name them. */
function namesIn(list: readonly unknown[]): (string | number)[] {
  const places = placesIn(list);
  return list.map((item, index) => {
    const name = nameOfItem(item);
    return name !== undefined && places.get(name) === index ? name : index;
  });
}

const isList = (value: unknown[]) => value.every((item) => !(item instanceof Object));

/**
 * The values of a body that are no objects, in its order; a list of such values is one.
 *
 * @param max so many are returned at most
 */
export function valuesIn(body: unknown, max: number): ValueAt[] {
  const found: ValueAt[] = [];
  const walk = (value: unknown, path: BodyPath, place: FoundValue['place']): void => {
    if (!(value instanceof Object) || (Array.isArray(value) && isList(value))) {
      found.push({ path, place, value });
      return;
    }
    const names = Array.isArray(value) ? namesIn(value) : Object.keys(value);
    const keys = Array.isArray(value) ? value.keys() : names;
    for (const [index, key] of [...keys].entries()) {
      if (found.length >= max) return;
      const inner = (value as Record<string | number, unknown>)[key];
      walk(inner, [...path, names[index] ?? key], [...place, key]);
    }
  };
  walk(body, [], []);
  return found;
}
