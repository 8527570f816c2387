import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { announceChange } from '#db/announce.ts';
import type { Database, Transaction } from '#db/client.ts';
import { apiKeys, keyAlarms } from '#db/schema/api-keys.ts';
import { now } from '../sql.ts';
import { judgeKey, type Verdict } from './judge-key.ts';
import {
  isWatched,
  type ListedKey,
  listWatchedKeys,
  readWatchedKeys,
} from './read-watched-keys.ts';

const checkLock = 7_236_007;
/** In a transaction: a busy key holds the event loop for two milliseconds. */
const keysAtOnce = 4;

/** @returns whether anything has changed */
async function store(
  tx: Transaction,
  { companyId, id: apiKeyId, now: at }: ListedKey,
  { opened, changed, closed }: Verdict,
): Promise<boolean> {
  const isOfKey = and(eq(keyAlarms.companyId, companyId), eq(keyAlarms.apiKeyId, apiKeyId));
  for (const { figures, startedAt } of opened) {
    const alarm = { figures, startedAt: new Date(startedAt), openedAt: at, closedAt: null };
    await tx
      .insert(keyAlarms)
      .values({ companyId, apiKeyId, kind: figures.kind, ...alarm })
      .onConflictDoUpdate({
        target: [keyAlarms.companyId, keyAlarms.apiKeyId, keyAlarms.kind],
        set: alarm,
      });
  }
  for (const figures of changed) {
    await tx
      .update(keyAlarms)
      .set({ figures })
      .where(and(isOfKey, eq(keyAlarms.kind, figures.kind)));
  }
  if (closed.length > 0) {
    await tx
      .update(keyAlarms)
      .set({ closedAt: at })
      .where(and(isOfKey, inArray(keyAlarms.kind, closed)));
  }
  return opened.length + changed.length + closed.length > 0;
}

async function checkEach(tx: Transaction, keys: readonly ListedKey[]): Promise<void> {
  const watched = await readWatchedKeys(tx, keys);
  const changed: ListedKey[] = [];
  for (const { key, state } of watched) {
    if (await store(tx, key, judgeKey(state))) changed.push(key);
  }
  for (const [companyId, ofCompany] of Map.groupBy(changed, (key) => key.companyId)) {
    await announceChange(tx, companyId, { keys: ofCompany.map(({ id }) => id) });
  }
}

/** Closes the alarms of keys that are no longer watched: inactive, deleted, or unused for weeks. */
async function closeOthers(tx: Transaction): Promise<void> {
  await tx
    .update(keyAlarms)
    .set({ closedAt: now })
    .where(
      and(
        isNull(keyAlarms.closedAt),
        /* The first use of a key is written after its first submission is held. */
        sql`not (${keyAlarms.kind} = 'held' and ${keyAlarms.openedAt} > now() - interval '1 hour')`,
        sql`not exists (
          select from ${apiKeys}
          where ${apiKeys.companyId} = ${keyAlarms.companyId} and ${apiKeys.id} = ${keyAlarms.apiKeyId}
            and ${isWatched})`,
      ),
    );
}

/**
 * Checks the next keys: opens alarms, and closes those that are over.
 *
 * @param after id of the last key that was checked
 * @returns that of this time; undefined after the last key, and while another process checks keys
 */
export async function checkKeys(db: Database, after: string): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    const [lock] = await tx.execute<{ isOurs: boolean }>(
      sql`select pg_try_advisory_xact_lock(${checkLock}) as "isOurs"`,
    );
    if (!lock?.isOurs) return undefined;

    const keys = await listWatchedKeys(tx, after, keysAtOnce);
    if (keys.length > 0) await checkEach(tx, keys);
    const last = keys.length === keysAtOnce ? keys.at(-1) : undefined;
    if (!last) await closeOthers(tx);
    return last?.id;
  });
}
