import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { ApiKeyFilter, ApiKeyStatus } from '#db/values/api-keys.ts';
import type { CompanyActor } from '../actor.ts';
import { type ApiKeyDescription, keyStatus, selectKeys } from './key-view.ts';

const working: readonly ApiKeyStatus[] = ['active', 'expiresSoon', 'retiring'];

const conditions = {
  all: undefined,
  active: inArray(keyStatus, [...working]),
  inactive: sql`${keyStatus} = 'inactive'`,
  expired: sql`${keyStatus} = 'expired'`,
} satisfies Record<ApiKeyFilter, unknown>;

async function countKeys(db: Database, companyId: string): Promise<Record<ApiKeyFilter, number>> {
  const counted = (filter: ApiKeyFilter) =>
    sql<number>`count(*) filter (where ${conditions[filter] ?? sql`true`})`.mapWith(Number);
  const [counts] = await db
    .select({
      all: counted('all'),
      active: counted('active'),
      inactive: counted('inactive'),
      expired: counted('expired'),
    })
    .from(apiKeys)
    .where(and(eq(apiKeys.companyId, companyId), isNull(apiKeys.deletedAt)));

  return counts ?? { all: 0, active: 0, inactive: 0, expired: 0 };
}

/** The company's keys that pass the filter, the newest first, and how many pass each filter. */
export async function listApiKeys(
  db: Database,
  actor: CompanyActor,
  { filter }: { filter: ApiKeyFilter },
): Promise<{ items: ApiKeyDescription[]; counts: Record<ApiKeyFilter, number> }> {
  const [items, counts] = await Promise.all([
    selectKeys(db, actor, conditions[filter]),
    countKeys(db, actor.companyId),
  ]);

  return { items, counts };
}
