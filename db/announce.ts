import { sql } from 'drizzle-orm';
import type { Database } from './client.ts';

/** The channel on which every process listens for changes. */
export const changeChannel = 'leadgate';

/** The channel on which processes hear which companies have changed, and which of their steps. */
export const leadChannel = 'leadgate_leads';

/** What processes cache and read again once it is announced as changed. */
export type Topic = 'keys' | 'steps' | 'hosts';

/**
 * Tells every process to drop what it has cached of the topic. Call it in the transaction of the
 * change: PostgreSQL sends it with the commit, and once however often it is called.
 */
export async function announce(tx: Pick<Database, 'execute'>, topic: Topic): Promise<void> {
  await tx.execute(sql`select pg_notify(${changeChannel}, ${topic})`);
}

/** Tells open screens of a company to read again what they show. Call it like `announce`. */
export async function announceCompany(
  tx: Pick<Database, 'execute'>,
  companyId: string,
): Promise<void> {
  await tx.execute(sql`select pg_notify(${leadChannel}, ${companyId})`);
}
