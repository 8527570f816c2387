import {
  allFields,
  type FieldName,
  fieldOf,
  type NamePart,
  nameParts,
} from '#db/values/lead-fields.ts';

/** Which field a name in a body stands for. */

/** A field, a part of the name, or the mark of a test. */
export type Meaning = FieldName | NamePart | 'isTest';

interface KnownName {
  meaning: Meaning;
  /** Of several names that came for one field, that with the lowest wins. */
  rank: number;
}

/** Longer names are none of ours. */
const longestName = 60;
const firstWord = /^(?:contact|customer|lead|user|person|your)/;

const meanings = [
  ...allFields.map((field) => [field, ...(fieldOf(field).aliases ?? [])] as const),
  ...nameParts.map((part) => [part] as const),
  ['isTest', 'is_test'] as const,
];

/** Names are the same when they differ in case, blanks, dashes and underscores only. */
const plain = (name: string) => name.replace(/[\s\p{Pd}_]+/gu, '').toLowerCase();

const known = meanings.flatMap(([meaning, ...others]) =>
  [meaning, ...others].map((name, index) => ({ name, meaning, rank: 3 * index })),
);
const exactNames = new Map(known.map(({ name, ...rest }) => [name, rest]));
/** Of names that are the same the first counts, hence the reversed order. */
const plainNames = new Map(
  known.toReversed().map(({ name, meaning, rank }) => [plain(name), { meaning, rank: rank + 1 }]),
);

/** Every name that is listed for a field, a part of the name or the mark of a test. */
export const listedNames = [...exactNames.keys()];

/** @returns `undefined` for a name that is not read */
export function meaningOf(name: string): KnownName | undefined {
  const exact = exactNames.get(name);
  if (exact || name.length > longestName) return exact;

  const wanted = plain(name);
  const same = plainNames.get(wanted);
  if (same) return same;

  // `lead_id` is a name of its own, and was found above.
  const behind = plainNames.get(wanted.replace(firstWord, ''));
  return behind && { ...behind, rank: behind.rank + 1 };
}
