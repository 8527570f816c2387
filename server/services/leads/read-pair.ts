import { createHash } from 'node:crypto';
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { ConflictError, NotFoundError } from '../errors.ts';

export type Lead = typeof leads.$inferSelect;

/**
 * Two leads, in the order of the ids given. In a change they are locked, in the order of their ids, so that
 * two changes of the same leads do not deadlock.
 *
 * @param isReached which leads the actor reaches
 * @throws NotFoundError when one of them is not there
 * @throws ConflictError when they are the same
 */
export async function readPair(
  tx: Pick<Transaction, 'select'>,
  { companyId }: CompanyActor,
  [first, second]: readonly [string, string],
  { isReached, isLocked }: { isReached: SQL | undefined; isLocked: boolean },
): Promise<[Lead, Lead]> {
  if (first === second) throw new ConflictError('Choose two different leads');
  const query = tx
    .select()
    .from(leads)
    .where(and(eq(leads.companyId, companyId), inArray(leads.id, [first, second]), isReached))
    .orderBy(asc(leads.id));
  const rows = await (isLocked ? query.for('no key update') : query);
  const [one, other] = [first, second].map((id) => rows.find((lead) => lead.id === id));
  if (!one || !other) throw new NotFoundError('One of the leads is not there any more');

  return [one, other];
}

/** Tests are removed after some days. */
export function assertNoTests(pair: readonly Lead[]): void {
  if (pair.some(({ origin }) => origin === 'test')) {
    throw new ConflictError('Tests are not merged. They are removed after seven days');
  }
}

/** Of what a merge depends on. Not of what finds a lead, nor of who has looked at it. */
export function versionOf(pair: readonly Lead[]): string {
  const parts = pair
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
    .map(({ searchWords, openedAt, ...lead }) => lead);
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
