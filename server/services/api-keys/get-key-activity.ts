import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys, keyUsage } from '#db/schema/api-keys.ts';
import type { IntakeOutcome } from '#db/values/intake-log.ts';
import { activityDays, recentRequestsPerKey } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { hasIdIn, readEntries } from '../intake-log/entry-view.ts';
import { findEntryIds } from '../intake-log/log-filter.ts';

export interface KeyActivity {
  /** Start of the hour that is not over yet. */
  lastHour: Date;
  /** Hours with requests, the oldest first, with their requests by outcome. */
  hours: { hour: Date; outcomes: Record<string, number> }[];
  /** The newest first. */
  recent: {
    id: string;
    at: Date;
    status: number;
    outcome: IntakeOutcome;
    message: string;
    requestId: string;
    ignoredFields: string[];
  }[];
}

/** A batch is one request. */
async function listRecent(db: Database, actor: CompanyActor, keyId: string) {
  const limit = recentRequestsPerKey;
  const ids = await findEntryIds(db, actor, { keyIds: [keyId], withoutItems: true, limit });
  const entries = await readEntries(db, actor, hasIdIn(ids.slice(0, limit)));
  return entries.map(({ id, at, status, outcome, message, requestId, ignoredFields }) => {
    return { id, at, status, outcome, message, requestId, ignoredFields };
  });
}

/**
 * The requests of a key in the last seven days by hour and outcome, and the last ones one by one.
 *
 * @throws NotFoundError
 */
export async function getKeyActivity(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
): Promise<KeyActivity> {
  const { companyId } = actor;
  const [[key], hours, recent] = await Promise.all([
    db
      .select({ lastHour: sql`date_trunc('hour', now(), 'UTC')`.mapWith(keyUsage.hour) })
      .from(apiKeys)
      .where(and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, id), isNull(apiKeys.deletedAt))),
    db
      .select({
        hour: keyUsage.hour,
        outcomes: sql<
          Record<string, number>
        >`json_object_agg(${keyUsage.outcome}, ${keyUsage.requests})`,
      })
      .from(keyUsage)
      .where(
        and(
          eq(keyUsage.companyId, companyId),
          eq(keyUsage.apiKeyId, id),
          sql`${keyUsage.hour} > now() - make_interval(days => ${activityDays})`,
        ),
      )
      .groupBy(keyUsage.hour)
      .orderBy(asc(keyUsage.hour)),
    listRecent(db, actor, id),
  ]);
  if (!key) throw new NotFoundError('API key not found');

  return { lastHour: key.lastHour, hours, recent };
}
