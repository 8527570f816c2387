import { lt, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { simulations } from '#db/schema/api-keys.ts';
import type { ApiKeyActor } from '../actor.ts';

/**
 * Records that a key got a simulated answer.
 *
 * @param digest of the answer and the `Idempotency-Key`, a UUID
 * @returns whether this was the first time within seven days
 */
export async function takeSimulation(
  db: Database,
  { companyId, apiKeyId }: ApiKeyActor,
  digest: string,
): Promise<boolean> {
  const taken = await db
    .insert(simulations)
    .values({ companyId, apiKeyId, digest, expiresAt: sql`now() + interval '7 days'` })
    .onConflictDoNothing()
    .returning({ digest: simulations.digest });
  return taken.length > 0;
}

export async function deleteExpiredSimulations(db: Database): Promise<void> {
  await db.delete(simulations).where(lt(simulations.expiresAt, sql`now()`));
}
