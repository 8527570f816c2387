import { type SQL, sql } from 'drizzle-orm';

/** A `uuid[]` parameter. The driver would make a list of a JavaScript array. */
export const uuids = (ids: readonly string[]): SQL => sql`${`{${ids.join(',')}}`}::uuid[]`;

/** A `timestamptz` parameter. */
export const instantOf = (date: Date | null): SQL =>
  sql`${date?.toISOString() ?? null}::timestamptz`;

/** Today, as the counters and the panel understand it. */
export const today = sql`(now() at time zone 'UTC')::date`;
