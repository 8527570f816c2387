import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';
import { type Change, mergeChanges } from './values/changes.ts';

/** The channel on which every process listens for what it caches. */
export const cacheChannel = 'leadgate';

/** The channel on which every process hears what has changed on the screens of a company. */
export const companyChannel = 'leadgate_companies';

/** What processes cache and read again once it is announced as changed. */
export type Topic = 'keys' | 'steps' | 'hosts';

/**
 * Tells every process to drop what it has cached of the topic. Call it in the transaction of the
 * change: PostgreSQL sends it with the commit, and once however often it is called.
 */
export async function announce(tx: Pick<Database, 'execute'>, topic: Topic): Promise<void> {
  await tx.execute(sql`select pg_notify(${cacheChannel}, ${topic})`);
}

/** A change as it is announced after the id of its company and a blank. */
export const changeText = (change: Change): string => JSON.stringify(mergeChanges({}, change));

/** Tells open screens of a company what they have to read again. Call it like `announce`. */
export async function announceChange(
  tx: Pick<Database, 'execute'>,
  companyId: string,
  change: Change,
): Promise<void> {
  const payload = `${companyId} ${changeText(change)}`;
  await tx.execute(sql`select pg_notify(${companyChannel}, ${payload})`);
}
