import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { type ApiKeyDescription, selectKeys } from './key-view.ts';

/** @throws NotFoundError */
export async function getApiKey(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
): Promise<ApiKeyDescription> {
  const [key] = await selectKeys(db, actor, eq(apiKeys.id, id));
  if (!key) throw new NotFoundError('API key not found');

  return key;
}
