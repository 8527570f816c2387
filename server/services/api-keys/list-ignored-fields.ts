import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { keyIgnoredFields } from '#db/schema/api-keys.ts';
import { isNeverRead, writePath } from '#db/values/field-mapping.ts';
import type { CompanyActor } from '../actor.ts';
import { assertKeyExists } from './assert-key-exists.ts';
import { findMapping } from './find-mapping.ts';

/**
 * The fields of a key that are not read, by name. One that the mapping reads is not ignored any more,
 * whatever was counted before.
 *
 * @throws NotFoundError
 */
export async function listIgnoredFields(
  db: Database,
  { companyId }: CompanyActor,
  { id }: { id: string },
) {
  const [, { rules }, counted] = await Promise.all([
    assertKeyExists(db, companyId, id),
    findMapping(db, companyId, id),
    db
      .select({
        name: keyIgnoredFields.name,
        requests: keyIgnoredFields.requests,
        lastSentAt: keyIgnoredFields.lastSentAt,
      })
      .from(keyIgnoredFields)
      .where(and(eq(keyIgnoredFields.companyId, companyId), eq(keyIgnoredFields.apiKeyId, id)))
      .orderBy(asc(keyIgnoredFields.name)),
  ]);
  // What is left of an object that a rule reads from is counted by its path.
  const read = new Set(rules.flatMap(({ path }) => [writePath(path), String(path[0])]));
  // Such a path is no name of a field.
  const starts = rules
    .filter(({ path }) => path.length > 1)
    .flatMap(({ path }) => [`${path[0]}.`, `${path[0]}[`]);
  const isPath = (name: string) => starts.some((start) => name.startsWith(start));

  return counted
    .filter(({ name }) => !read.has(name))
    .map((field) => ({
      ...field,
      isNeverRead: isNeverRead(field.name),
      canBeMapped: !isNeverRead(field.name) && !isPath(field.name),
    }));
}
