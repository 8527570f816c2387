import { sql } from 'drizzle-orm';
import { check, integer, pgTable } from 'drizzle-orm/pg-core';
import { bytes } from './columns.ts';

/** One row: a mark of the pepper that all key hashes were made with, to notice another one. */
export const installation = pgTable(
  'installation',
  { id: integer().primaryKey().default(1), pepperMark: bytes().notNull() },
  (t) => [check('one_row', sql`${t.id} = 1`)],
);
