import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys, keyRequests, keyUsage } from '#db/schema/api-keys.ts';
import { activityDays } from '#db/values/limits.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';

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
    message: string;
    requestId: string;
    ignoredFields: string[];
  }[];
}

/**
 * The requests of a key in the last seven days by hour and outcome, and the last ones one by one.
 *
 * @throws NotFoundError
 */
export async function getKeyActivity(
  db: Database,
  { companyId }: CompanyActor,
  { id }: { id: string },
): Promise<KeyActivity> {
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
    db
      .select({
        id: keyRequests.id,
        at: keyRequests.at,
        status: keyRequests.status,
        message: keyRequests.message,
        requestId: keyRequests.requestId,
        ignoredFields: keyRequests.ignoredFields,
      })
      .from(keyRequests)
      .where(and(eq(keyRequests.companyId, companyId), eq(keyRequests.apiKeyId, id)))
      .orderBy(desc(keyRequests.at), desc(keyRequests.id)),
  ]);
  if (!key) throw new NotFoundError('API key not found');

  return { lastHour: key.lastHour, hours, recent };
}
