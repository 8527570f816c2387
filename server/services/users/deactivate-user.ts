import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { type Author, userEntry } from '../audit/entry.ts';
import { getUserByEmail, type UserOfApplication } from './get-user-by-email.ts';

/**
 * Lets a user in nowhere any more: sessions end at once, no sign-in succeeds. One who is
 * deactivated already stays so since then.
 *
 * @throws NotFoundError
 */
export async function deactivateUser(
  db: Database,
  author: Author,
  input: UserOfApplication,
): Promise<{ id: string }> {
  const { id } = await getUserByEmail(db, input);
  await db.execute(sql`
    with deactivated as (
      update users set deactivated_at = now()
      where id = ${id} and deactivated_at is null
      returning id, name
    )
    ${userEntry(author, 'users.deactivate', sql`deactivated`)}`);

  return { id };
}
