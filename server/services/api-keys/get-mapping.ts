import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { keyMappings } from '#db/schema/api-keys.ts';
import { users } from '#db/schema/applications.ts';
import { mappingVersionsShown } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { assertKeyExists } from './assert-key-exists.ts';
import { describeMapping, unmapped } from './find-mapping.ts';

/**
 * The mapping of a key that is in use, and its versions, the newest first.
 *
 * @throws NotFoundError
 */
export async function getMapping(
  db: Pick<Database, 'select'>,
  { companyId }: CompanyActor,
  { id }: { id: string },
) {
  const [, rows] = await Promise.all([
    assertKeyExists(db, companyId, id),
    db
      .select({ mapping: keyMappings, createdBy: users.name })
      .from(keyMappings)
      .leftJoin(users, eq(users.id, keyMappings.createdBy))
      .where(and(eq(keyMappings.companyId, companyId), eq(keyMappings.apiKeyId, id)))
      .orderBy(desc(keyMappings.version))
      .limit(mappingVersionsShown),
  ]);
  const versions = rows.map(({ mapping, createdBy }) => ({
    ...describeMapping(mapping),
    createdAt: mapping.createdAt,
    createdBy,
  }));
  const [{ version, rules, comesFrom } = unmapped] = versions;
  return { version, rules, comesFrom, versions };
}
