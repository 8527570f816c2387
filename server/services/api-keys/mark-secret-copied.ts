import { and, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { ManagingActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { isKey } from './lock-api-key.ts';

/**
 * Stores when the secret of a key was first copied.
 *
 * @throws NotFoundError
 */
export async function markSecretCopied(
  db: Database,
  { companyId }: ManagingActor,
  { id }: { id: string },
): Promise<{ id: string }> {
  const [key] = await db
    .update(apiKeys)
    .set({ secretCopiedAt: sql`coalesce(${apiKeys.secretCopiedAt}, now())` })
    .where(and(isKey(companyId, id), isNull(apiKeys.deletedAt)))
    .returning({ id: apiKeys.id });
  if (!key) throw new NotFoundError('API key not found');

  return key;
}
