import { and, desc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { keyMappings } from '#db/schema/api-keys.ts';
import type { FieldRule } from '#db/values/field-mapping.ts';
import type { Attribution } from '../leads/derive-attribution.ts';

/** What the leads of a key are read from, and what they come from. */
export interface KeyMapping {
  /** 0: nothing was ever mapped. */
  version: number;
  rules: FieldRule[];
  /** `null`: as their fields say. */
  comesFrom: Attribution | null;
}

/** Of a key whose mapping was never changed. */
export const unmapped: KeyMapping = { version: 0, rules: [], comesFrom: null };

/** The mapping of a key that is in use. */
export async function findMapping(
  db: Pick<Database, 'select'>,
  companyId: string,
  apiKeyId: string,
): Promise<KeyMapping> {
  const [row] = await db
    .select()
    .from(keyMappings)
    .where(and(eq(keyMappings.companyId, companyId), eq(keyMappings.apiKeyId, apiKeyId)))
    .orderBy(desc(keyMappings.version))
    .limit(1);
  return row ? describeMapping(row) : unmapped;
}

/** A row of `keyMappings` as a mapping. */
export function describeMapping({
  version,
  rules,
  source,
  medium,
  channel,
}: typeof keyMappings.$inferSelect): KeyMapping {
  const isGiven = source !== null && medium !== null && channel !== null;
  return { version, rules, comesFrom: isGiven ? { source, medium, channel } : null };
}

/** Gives a new key the versions of another, so that none of them is lost when a key is rotated. */
export async function copyMapping(
  tx: Pick<Database, 'insert' | 'select'>,
  companyId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const versions = await tx
    .select()
    .from(keyMappings)
    .where(and(eq(keyMappings.companyId, companyId), eq(keyMappings.apiKeyId, from)));
  if (versions.length === 0) return;

  await tx.insert(keyMappings).values(versions.map((row) => ({ ...row, apiKeyId: to })));
}
