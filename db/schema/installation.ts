import { sql } from 'drizzle-orm';
import { check, integer, pgTable } from 'drizzle-orm/pg-core';
import { bytes } from './columns.ts';

/** One row with a mark of the pepper of all key hashes. It detects a start with another pepper. */
export const installation = pgTable(
  'installation',
  { id: integer().primaryKey().default(1), pepperMark: bytes().notNull() },
  (t) => [check('one_row', sql`${t.id} = 1`)],
);
