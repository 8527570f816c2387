import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { AuditAction, AuditDetails } from '#db/values/audit.ts';
import { type Author, userEntry } from './entry.ts';

interface UserChange {
  userId: string;
  action: Extract<AuditAction, `users.${string}`>;
  details?: AuditDetails;
}

/**
 * Notes what was done to a user in the log of each of their companies. Give it the transaction of
 * the change; in a single statement `userEntry` does the same.
 */
export async function noteUserChange(
  db: Pick<Database, 'execute'>,
  author: Author,
  { userId, action, details }: UserChange,
): Promise<void> {
  const changed = sql`(select id, name from users where id = ${userId})`;
  const told = sql`${details ? JSON.stringify(details) : null}::jsonb`;

  await db.execute(userEntry(author, action, changed, told));
}
