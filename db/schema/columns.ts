import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, customType, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A time from the database's clock, in milliseconds. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });

export const createdAt = () => instant().notNull().default(sql`now()`);

/** A transaction must insert its leads within so many seconds. Longer than their senders wait. */
export const arrivalSeconds = 5;

/**
 * When a lead arrives: the begin of its transaction, or null, which its column refuses, when that was too
 * long ago. Thanks to this bound, the list of leads by arrival is complete up to some seconds ago:
 * server/services/leads/list-arrivals.ts.
 */
export const arrivalText = `case when clock_timestamp() < now() + interval '${arrivalSeconds} s' then now() end`;

/** UUID version 7, generated in the application so that related rows can be inserted together. */
export const id = () => uuid().notNull();

/**
 * Refuses time zones that PostgreSQL does not know: intake computes days with them. It raises an
 * error of its own, `time zone "…" not recognized`.
 */
export const timeZoneIsKnown = (column: AnyPgColumn) =>
  check('time_zone_is_known', sql`isfinite(timestamp '2000-01-01' at time zone ${column})`);

/** The values as a list in SQL. */
export const oneOf = (values: readonly string[]) =>
  sql.raw(`(${values.map((value) => `'${value}'`).join(', ')})`);

/** The name in SQL, as `casing` of db/client.ts makes it of that in a schema: `adName`, `ad_name`. */
export const columnName = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Written as its text. The panel never reads one. */
export const searchVector = customType<{ data: string; driverData: string }>({
  dataType: () => 'tsvector',
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
});
