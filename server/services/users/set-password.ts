import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { type Author, userEntry } from '../audit/entry.ts';
import { getUserByEmail, type UserOfApplication } from './get-user-by-email.ts';
import { hashNewPassword } from './password.ts';

/**
 * Gives a user another password, as an operator does for somebody who lost theirs. All their
 * sessions end.
 *
 * @throws InvalidError, NotFoundError
 */
export async function setPassword(
  db: Database,
  author: Author,
  { password, ...input }: UserOfApplication & { password: string },
): Promise<{ id: string }> {
  const passwordHash = await hashNewPassword(password, 'password');
  const { id } = await getUserByEmail(db, input);
  await db.execute(sql`
    with changed as (
      update users set password_hash = ${passwordHash} where id = ${id} returning id, name
    )
    ${userEntry(author, 'users.changePassword', sql`changed`)}`);

  return { id };
}
