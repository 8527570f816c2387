import { newId } from '../id.ts';

/** The one row of an `insert … returning`. */
export function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`Expected one row, got ${rows.length}`);

  return row;
}

/** Twelve characters that are unique among the rows of a test. */
export const suffix = () => newId().slice(-12);
