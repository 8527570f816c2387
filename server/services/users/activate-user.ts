import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { type Author, userEntry } from '../audit/entry.ts';
import { getUserByEmail, type UserOfApplication } from './get-user-by-email.ts';

/**
 * Takes a deactivation back. Sessions of before stay ended.
 *
 * @throws NotFoundError
 */
export async function activateUser(
  db: Database,
  author: Author,
  input: UserOfApplication,
): Promise<{ id: string }> {
  const { id } = await getUserByEmail(db, input);
  await db.execute(sql`
    with activated as (
      update users set deactivated_at = null
      where id = ${id} and deactivated_at is not null
      returning id, name
    )
    ${userEntry(author, 'users.activate', sql`activated`)}`);

  return { id };
}
