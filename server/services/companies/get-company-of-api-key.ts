import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { NotFoundError } from '../errors.ts';

/**
 * The company of a key, for callers that are not bound to a company.
 *
 * @throws NotFoundError
 */
export async function getCompanyOfApiKey(db: Database, id: string): Promise<{ companyId: string }> {
  const [key] = await db
    .select({ companyId: apiKeys.companyId })
    .from(apiKeys)
    .where(eq(apiKeys.id, id));
  if (!key) throw new NotFoundError(`There is no API key ${id}`);

  return key;
}
