import { z } from 'zod';

/**
 * A backup is one file:
 *
 * 1. a line of JSON, the header;
 * 2. for each table of the header its rows as COPY writes them in text format, one gzip each;
 * 3. a line break, then a line of JSON: the size of each gzip in bytes;
 * 4. a line with the SHA-256 of everything before it.
 */
export const program = 'leadgate backup';
export const format = 2;
const count = z.number().int().nonnegative();

export const headerSchema = z.object({
  program: z.literal(program),
  format: z.literal(format),
  madeAt: z.iso.datetime(),
  /** Time stamp of the newest migration. */
  migration: z.number().int(),
  /** Of the pepper that keys were hashed with: hexadecimal digits, null before the first start. */
  pepperMark: z.string().nullable(),
  /** Names of tables and columns as they stand in SQL. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: count })),
});
export type Header = z.infer<typeof headerSchema>;

export const sizesSchema = z.array(count);

/** Called with the rows that are done, and how many there are in all. */
export type OnProgress = (done: number, total: number) => void;

export const totalRows = ({ tables }: Header) => tables.reduce((sum, { rows }) => sum + rows, 0);

const newline = 10;

/** Passes rows on, a line each, and tells `onRows` how many. */
export async function* countRows(
  chunks: AsyncIterable<Buffer>,
  onRows: (count: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    let count = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) count += 1;
    onRows(count);
    yield chunk;
  }
}
