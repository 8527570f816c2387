import { and, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { NotFoundError } from '../errors.ts';
import { isKey } from './lock-api-key.ts';

/** @throws NotFoundError */
export async function assertKeyExists(
  db: Pick<Database, 'select'>,
  companyId: string,
  id: string,
): Promise<void> {
  const [key] = await db
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(and(isKey(companyId, id), isNull(apiKeys.deletedAt)));
  if (!key) throw new NotFoundError('API key not found');
}
