import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys, keyIgnoredFields } from '#db/schema/api-keys.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { canBeKept } from './keep-field.ts';
import { isKey } from './lock-api-key.ts';

/**
 * The fields that a key keeps as custom fields, in the order they were chosen, and its ignored
 * fields, by name.
 *
 * @throws NotFoundError
 */
export async function listIgnoredFields(
  db: Database,
  { companyId }: CompanyActor,
  { id }: { id: string },
) {
  const [key] = await db
    .select({ kept: apiKeys.keptFields })
    .from(apiKeys)
    .where(and(isKey(companyId, id), isNull(apiKeys.deletedAt)));
  if (!key) throw new NotFoundError('API key not found');

  const counted = await db
    .select({
      name: keyIgnoredFields.name,
      requests: keyIgnoredFields.requests,
      lastSentAt: keyIgnoredFields.lastSentAt,
    })
    .from(keyIgnoredFields)
    .where(and(eq(keyIgnoredFields.companyId, companyId), eq(keyIgnoredFields.apiKeyId, id)))
    .orderBy(asc(keyIgnoredFields.name));

  return {
    kept: key.kept,
    ignored: counted
      .filter(({ name }) => !key.kept.includes(name))
      .map((field) => ({ ...field, canBeKept: canBeKept(field.name) })),
  };
}
