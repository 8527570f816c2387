import { z } from 'zod';

/**
 * A backup is one file:
 *
 * 1. the line `leadgate backup 2`, which ends in the number of the format;
 * 2. the rows of each table as COPY writes them in text format, one gzip each;
 * 3. a line break, then a line of JSON, the summary;
 * 4. a line with the SHA-256 of everything before it.
 */
export const program = 'leadgate backup ';
export const firstLine = `${program}2\n`;

const count = z.number().int().nonnegative();

export const summarySchema = z.object({
  madeAt: z.iso.datetime(),
  /** Time stamp of the newest migration. */
  migration: z.number().int(),
  /** Of the pepper that keys were hashed with: hexadecimal digits, null before the first start. */
  pepperMark: z.string().nullable(),
  /** In the order of the file. */
  tables: z.array(
    z.object({
      /** As it stands in SQL, with its schema. */
      name: z.string(),
      /** As they stand in SQL. */
      columns: z.array(z.string()),
      rows: count,
      /** Of the gzip, in bytes. */
      size: count,
    }),
  ),
});
export type Summary = z.infer<typeof summarySchema>;

/** Called with the rows that are done, and how many there are in all. */
export type OnProgress = (done: number, total: number) => void;

export const totalRows = ({ tables }: Summary) => tables.reduce((sum, { rows }) => sum + rows, 0);

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
