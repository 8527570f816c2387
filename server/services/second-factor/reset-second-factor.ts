import type { Database } from '#db/client.ts';
import type { Author } from '../audit/record-audit.ts';
import { getUserByEmail, type UserOfApplication } from '../users/get-user-by-email.ts';
import { removeSecondFactor } from './remove-second-factor.ts';

/**
 * Removes a user's second factor, as an operator does for a user who lost the phone and the recovery
 * codes. Returns whether there was one.
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
