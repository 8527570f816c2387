import type { Database } from '#db/client.ts';
import type { Author } from '../audit/record-audit.ts';
import { getUserByEmail, type UserOfApplication } from '../users/get-user-by-email.ts';
import { removeSecondFactor } from './remove-second-factor.ts';

/**
 * Takes a user's second factor away, as an operator does for somebody who lost the phone and the
 * recovery codes. Tells whether there was one.
 *
 * @throws NotFoundError
 */
export async function resetSecondFactor(
  db: Database,
  author: Author,
  input: UserOfApplication,
): Promise<{ id: string; wasOn: boolean }> {
  const { id } = await getUserByEmail(db, input);

  return { id, wasOn: await removeSecondFactor(db, author, id) };
}
