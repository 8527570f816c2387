import { maxFormFields, maxJsonDepth } from '../../limits.ts';
import { byteText, type MarkedBytes, readByteText } from './decode-text.ts';
import { tooDeep, Unreadable } from './unreadable.ts';

/** Fields of a form as an object: repeated names are lists, and `a[b]` is `b` in `a`, as PHP reads them. */

export type FormField = readonly [name: string, value: string];

interface Leaf {
  values: string[];
  /** A list of one too. */
  isList: boolean;
}

type Tree = Map<string, Tree | Leaf>;

/** The parts of `a[b][c]`. A name that is written otherwise is one part. */
function partsOf(name: string): string[] {
  const open = name.indexOf('[');
  if (open < 1 || !name.endsWith(']')) return [name];

  const parts = name.slice(open + 1, -1).split('][');
  if (parts.some((part) => /[[\]]/.test(part))) return [name];
  if (parts.length > maxJsonDepth) throw tooDeep();
  return [name.slice(0, open), ...parts];
}

/** @returns the object at the path; `undefined` where a value has the place of one */
function treeAt(tree: Tree, path: readonly string[]): Tree | undefined {
  let inner = tree;
  for (const part of path) {
    // `a[][b]`: each is another item.
    const key = part === '' ? String(inner.size) : part;
    const known = inner.get(key) ?? new Map<string, Tree | Leaf>();
    if (!(known instanceof Map)) return undefined;
    inner.set(key, known);
    inner = known;
  }
  return inner;
}

function addField(tree: Tree, [name, value]: FormField): void {
  const parts = partsOf(name);
  const isList = parts.length > 1 && parts.at(-1) === '';
  const path = isList ? parts.slice(0, -1) : parts;
  const inner = treeAt(tree, path.slice(0, -1));
  const key = path.at(-1) ?? name;
  const known = inner?.get(key);
  if (!inner || known instanceof Map) addValue(tree, name, value, false);
  else addValue(inner, key, value, isList);
}

function addValue(tree: Tree, key: string, value: string, isList: boolean): void {
  const known = tree.get(key);
  if (known instanceof Map) return;
  if (!known) tree.set(key, { values: [value], isList });
  else known.values.push(value);
}

/** Whether the names are `0`, `1` and so on. */
const isNumbered = (fields: Tree) =>
  [...fields.keys()].every((key, index) => key === String(index));

function treeValue(value: Tree | Leaf): unknown {
  if (!(value instanceof Map)) {
    return value.isList || value.values.length > 1 ? value.values : value.values[0];
  }
  return isNumbered(value) ? [...value.values()].map(treeValue) : objectOf(value);
}

/** `fromEntries` makes properties of its own, `__proto__` too. */
const objectOf = (fields: Tree): object =>
  Object.fromEntries([...fields].map(([name, value]) => [name, treeValue(value)]));

/** @throws Unreadable for names that are nested too deeply, and without any field */
export function formObject(fields: readonly FormField[]): object {
  const tree: Tree = new Map();
  for (const field of fields.slice(0, maxFormFields)) {
    if (field[0] !== '') addField(tree, field);
  }
  if (tree.size === 0) throw new Unreadable('has no fields');
  return objectOf(tree);
}

/** Percent-encoded bytes, of any character set. An escape that is none stays as it is. */
function percentDecoded(text: string, charset: string | undefined): string {
  const blanks = text.replaceAll('+', ' ');
  const bytes = blanks.replace(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return readByteText(bytes, charset);
}

function fieldOf(pair: string, charset: string | undefined): FormField {
  const equals = pair.indexOf('=');
  const name = equals < 0 ? pair : pair.slice(0, equals);
  const value = equals < 0 ? '' : pair.slice(equals + 1);
  return [percentDecoded(name, charset), percentDecoded(value, charset)];
}

/**
 * The fields of a body of `application/x-www-form-urlencoded`. `URLSearchParams` knows UTF-8 only.
 *
 * @throws Unreadable
 */
export function readUrlEncoded({ bytes, charset }: MarkedBytes): object {
  const pairs = byteText(bytes).trim().split('&', maxFormFields);
  return formObject(pairs.map((pair) => fieldOf(pair, charset)));
}
