import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { isTimeZone } from '#db/values/time-zone.ts';
import { localTimeZone } from '#db/values/time-zone-names.ts';
import { InvalidError } from '../errors.ts';

/** Whether browsers and PostgreSQL both know the time zone. */
async function isKnown(db: Database, timeZone: string): Promise<boolean> {
  const [row] = await db.execute<{ known: boolean }>(sql`
    select exists (
      select from pg_timezone_names where lower(name) = lower(${timeZone}::text)
    ) as known`);
  return isTimeZone(timeZone) && row?.known === true;
}

/** @throws InvalidError */
export async function assertTimeZone(db: Database, timeZone: string): Promise<void> {
  if (await isKnown(db, timeZone)) return;
  throw new InvalidError(`There is no time zone "${timeZone}"`, 'timeZone');
}

/** The time zone of this machine, or UTC where PostgreSQL does not know it. */
export async function findLocalTimeZone(db: Database): Promise<string> {
  const timeZone = localTimeZone();
  return (await isKnown(db, timeZone)) ? timeZone : 'UTC';
}
