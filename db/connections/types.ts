const item = /"((?:[^"\\]|\\.)*)"|([^",{}]+)/gs;

/** An array of one dimension, as PostgreSQL writes it. */
export function readArray(text: string): (string | null)[] {
  return Array.from(text.matchAll(item), ([, quoted, bare = '']) => {
    if (quoted !== undefined) return quoted.replaceAll(/\\(.)/gs, '$1');
    return bare === 'NULL' ? null : bare;
  });
}

const special = /["\\]/;

function writeItem(value: unknown): string {
  if (value === null) return 'NULL';

  const text = String(value);
  return `"${special.test(text) ? text.replaceAll(/["\\]/g, '\\$&') : text}"`;
}

/** The other way round. What is no array is text that is one already. */
export const writeArray = (value: unknown): string =>
  Array.isArray(value) ? `{${value.map(writeItem).join()}}` : String(value);

const asIs = (text: string) => text;

/**
 * How values are read and written, by the numbers of their types in PostgreSQL. By default
 * postgres.js asks for array types on each new connection, and reads arrays as text when that fails.
 */
export const types = {
  /** `name[]`, `text[]`, `varchar[]`, `bigint[]`, `uuid[]`; PostgreSQL checks what is in them. */
  texts: {
    to: 1009,
    from: [1003, 1009, 1015, 1016, 2951],
    serialize: writeArray,
    parse: readArray,
  },
  /** `smallint[]`, `int[]`, `oid[]`, `float4[]`, `float8[]`. */
  numbers: {
    to: 1007,
    from: [1005, 1007, 1028, 1021, 1022],
    serialize: writeArray,
    parse: (text: string) =>
      readArray(text).map((value) => (value === null ? null : Number(value))),
  },
  /** `date`, `timestamp`, `timestamptz`: drizzle's columns read and write their text. */
  date: { to: 1184, from: [1082, 1114, 1184], serialize: asIs, parse: asIs },
  /** `json`, `jsonb`: drizzle's columns write their text. */
  json: { to: 114, from: [114, 3802], serialize: asIs, parse: (text: string) => JSON.parse(text) },
};
