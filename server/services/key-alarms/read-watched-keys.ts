import { and, asc, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Transaction } from '#db/client.ts';
import { apiKeys, keyAlarms, keyLeadCounts, keyUsage } from '#db/schema/api-keys.ts';
import { companies } from '#db/schema/applications.ts';
import { intakeGroups, intakeLog } from '#db/schema/intake-log.ts';
import {
  expiryNoticeDays,
  heldAlarmDays,
  leadCountDays,
  minuteCountHours,
} from '#db/values/key-alarms.ts';
import { now, uuids } from '../sql.ts';
import type { CountedSpan, KnownAlarm, WatchedKey } from './judge-key.ts';
import { hourMs } from './silence.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;

/** Live keys that were used lately, also those that have expired since: their senders may not know it. */
export const isWatched = and(
  eq(apiKeys.kind, 'live'),
  isNull(apiKeys.deletedAt),
  sql`(${apiKeys.deactivatedAt} is null or ${apiKeys.deactivatedAt} > now())`,
  sql`${apiKeys.lastUsedAt} > now() - make_interval(days => ${leadCountDays})`,
);

/** @param after id of the last key before these */
export const listWatchedKeys = (tx: Transaction, after: string, limit: number) =>
  tx
    .select({
      companyId: apiKeys.companyId,
      id: apiKeys.id,
      now,
      endsAt: sql<Date | null>`least(${apiKeys.expiresAt}, ${apiKeys.deactivatedAt})`.mapWith(
        apiKeys.expiresAt,
      ),
      isReplaced: sql<boolean>`${apiKeys.successorId} is not null`,
    })
    .from(apiKeys)
    .where(and(isWatched, sql`${apiKeys.id} > ${after}`))
    .orderBy(asc(apiKeys.id))
    .limit(limit);

export type ListedKey = Awaited<ReturnType<typeof listWatchedKeys>>[number];

/** Rows of some keys, in a table that names company and key. */
const isOf = (
  table: { companyId: AnyPgColumn; apiKeyId: AnyPgColumn },
  keys: readonly ListedKey[],
): SQL =>
  sql`${table.companyId} = any(${uuids(keys.map(({ companyId }) => companyId))})
    and ${table.apiKeyId} = any(${uuids(keys.map(({ id }) => id))})`;

/** A row of counts as a list: rows as objects would take the thread five times as long. */
type SpanRow = [
  at: number,
  endsAt: number,
  leads: number,
  withoutPhone: number,
  withoutEmail: number,
  withoutName: number,
  unread: number,
  refused: number,
  sameKey: number,
];

const spanOf = ([at, endsAt, leads, ...counts]: SpanRow): CountedSpan => {
  const [withoutPhone, withoutEmail, withoutName, unread, refused, sameKey] = counts;
  return { at, endsAt, leads, withoutPhone, withoutEmail, withoutName, unread, refused, sameKey };
};

async function readSpans(tx: Transaction, keys: readonly ListedKey[]) {
  const c = keyLeadCounts;
  const endOfMinutes = sql`date_trunc('hour', now() - make_interval(hours => ${minuteCountHours}), 'UTC')`;
  const at = sql`extract(epoch from ${c.at})::bigint * 1000`;
  const rows = await tx
    .select({
      apiKeyId: c.apiKeyId,
      spans: sql<SpanRow[]>`json_agg(json_build_array(
        ${at}, ${at} + case when ${c.at} < ${endOfMinutes} then ${hourMs} else ${minuteMs} end::int,
        ${c.leads}, ${c.withoutPhone}, ${c.withoutEmail}, ${c.withoutName}, ${c.unread},
        ${c.refused}, ${c.sameKey}
      ) order by ${c.at})`,
    })
    .from(c)
    .where(isOf(c, keys))
    .groupBy(c.apiKeyId);
  return new Map(rows.map(({ apiKeyId, spans }) => [apiKeyId, spans.map(spanOf)]));
}

async function readAlarms(
  tx: Transaction,
  keys: readonly ListedKey[],
): Promise<Map<string, KnownAlarm[]>> {
  const rows = await tx
    .select({
      apiKeyId: keyAlarms.apiKeyId,
      figures: keyAlarms.figures,
      startedAt: keyAlarms.startedAt,
      openedAt: keyAlarms.openedAt,
      closedAt: keyAlarms.closedAt,
    })
    .from(keyAlarms)
    .where(isOf(keyAlarms, keys));

  const alarms = new Map<string, KnownAlarm[]>(keys.map(({ id }) => [id, []]));
  for (const { apiKeyId, figures, startedAt, openedAt, closedAt } of rows) {
    alarms.get(apiKeyId)?.push({
      figures,
      startedAt: startedAt.getTime(),
      openedAt: openedAt.getTime(),
      closedAt: closedAt?.getTime() ?? null,
    });
  }
  return alarms;
}

/**
 * Requests of yesterday, by the day of the company. Of a rotated key those after the hour in which its
 * successor was first used: the ones before say nothing about its senders of today.
 */
async function countYesterday(
  tx: Transaction,
  keys: readonly ListedKey[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();

  const startOfDay = (daysAgo: number) => sql`
    ((now() at time zone ${companies.timeZone})::date - ${daysAgo}::int)::timestamp
      at time zone ${companies.timeZone}`;
  const rows = await tx
    .select({ apiKeyId: keyUsage.apiKeyId, requests: sql<number>`sum(${keyUsage.requests})::int` })
    .from(keyUsage)
    .innerJoin(companies, eq(companies.id, keyUsage.companyId))
    .innerJoin(
      apiKeys,
      and(eq(apiKeys.companyId, keyUsage.companyId), eq(apiKeys.id, keyUsage.apiKeyId)),
    )
    .where(
      and(
        isOf(keyUsage, keys),
        sql`${keyUsage.hour} >= ${startOfDay(1)}`,
        sql`${keyUsage.hour} < ${startOfDay(0)}`,
        sql`${keyUsage.hour} > coalesce(
          ${apiKeys.deactivatedAt} - make_interval(secs => ${apiKeys.overlapSeconds}), '-infinity')`,
      ),
    )
    .groupBy(keyUsage.apiKeyId);
  return new Map(rows.map(({ apiKeyId, requests }) => [apiKeyId, requests]));
}

/** The status of the last refusal, of keys that had one in the last days. */
async function readLastStatuses(
  tx: Transaction,
  keys: readonly ListedKey[],
): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();

  const rows = await tx
    .selectDistinctOn([intakeGroups.apiKeyId], {
      apiKeyId: intakeGroups.apiKeyId,
      status: intakeGroups.status,
    })
    .from(intakeGroups)
    .where(
      and(
        isOf(intakeGroups, keys),
        eq(intakeGroups.outcome, 'refused'),
        sql`${intakeGroups.day} >= current_date - 2`,
      ),
    )
    .orderBy(asc(intakeGroups.apiKeyId), desc(intakeGroups.lastAt));
  return new Map(rows.map(({ apiKeyId, status }) => [apiKeyId, status]));
}

/** The newest held submission of each key of which no lead has been made. */
async function readHeld(tx: Transaction, keys: readonly ListedKey[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();

  const rows = await tx
    .selectDistinctOn([intakeGroups.apiKeyId], {
      apiKeyId: intakeGroups.apiKeyId,
      entryId: intakeLog.id,
    })
    .from(intakeGroups)
    .innerJoin(
      intakeLog,
      and(
        eq(intakeLog.companyId, intakeGroups.companyId),
        eq(intakeLog.groupId, intakeGroups.groupId),
        isNull(intakeLog.leadId),
      ),
    )
    .where(
      and(
        isOf(intakeGroups, keys),
        eq(intakeGroups.outcome, 'held'),
        sql`${intakeGroups.day} >= current_date - ${heldAlarmDays}::int`,
      ),
    )
    .orderBy(asc(intakeGroups.apiKeyId), desc(intakeLog.id));
  return new Map(rows.map(({ apiKeyId, entryId }) => [apiKeyId, entryId]));
}

/** What `judgeKey` decides from. */
export async function readWatchedKeys(
  tx: Transaction,
  keys: readonly ListedKey[],
): Promise<{ key: ListedKey; state: WatchedKey }[]> {
  const spansOf = await readSpans(tx, keys);
  const alarmsOf = await readAlarms(tx, keys);
  const ending = keys.filter(
    ({ endsAt, now: at }) =>
      endsAt !== null && endsAt.getTime() - at.getTime() <= expiryNoticeDays * dayMs,
  );
  const usedYesterday = await countYesterday(tx, ending);
  const refusing = keys.filter(({ id, now: at }) =>
    spansOf.get(id)?.some(({ refused, endsAt }) => refused > 0 && endsAt > at.getTime() - dayMs),
  );
  const lastStatuses = await readLastStatuses(tx, refusing);
  const holding = keys.filter(({ id }) =>
    alarmsOf.get(id)?.some(({ figures, closedAt }) => figures.kind === 'held' && closedAt === null),
  );
  const heldEntries = await readHeld(tx, holding);

  return keys.map((key) => ({
    key,
    state: {
      now: key.now.getTime(),
      spans: spansOf.get(key.id) ?? [],
      alarms: alarmsOf.get(key.id) ?? [],
      endsAt: key.endsAt?.getTime() ?? null,
      isReplaced: key.isReplaced,
      usedYesterday: usedYesterday.get(key.id) ?? 0,
      lastStatus: lastStatuses.get(key.id) ?? null,
      heldEntryId: heldEntries.get(key.id) ?? null,
    },
  }));
}
