import { z } from 'zod';

/**
 * A backup is one file:
 *
 * 1. a line of JSON, the head;
 * 2. gzip: for each table of the head its rows in PostgreSQL's text format and a line `\.`, at the
 *    end a line of JSON, the sums;
 * 3. a line with the SHA-256 of all before it.
 */
export const program = 'leadgate backup';
export const format = 1;
export const beginning = `{"program":"${program}"`;
export const endOfRows = '\\.\n';
/** Bytes of the last line. */
export const sealLength = 65;
export const seal = /^[0-9a-f]{64}\n$/;

/** What every format begins with. */
export const anyHead = z.object({ program: z.literal(program), format: z.number() });

const count = z.number().int().nonnegative();
const tableHead = z.object({ name: z.string(), columns: z.array(z.string()), rows: count });
export type TableHead = z.infer<typeof tableHead>;

export const head = z.object({
  ...anyHead.shape,
  madeAt: z.iso.datetime(),
  /** Time stamp of the newest migration. */
  migration: z.number().int(),
  /** Of the pepper that keys were hashed with: hexadecimal digits, null before the first start. */
  pepperMark: z.string().nullable(),
  tables: z.array(tableHead),
  sequences: z.array(z.object({ name: z.string(), last: z.string() })),
});
export type Head = z.infer<typeof head>;

/** By table: what `RowDigest` gives. */
export const sums = z.record(z.string(), z.object({ rows: count, checksum: z.string() }));
export type Sums = z.infer<typeof sums>;

export const totalRows = ({ tables }: Head) => tables.reduce((sum, { rows }) => sum + rows, 0);
