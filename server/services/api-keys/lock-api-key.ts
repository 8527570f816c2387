import { and, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { NotFoundError } from '../errors.ts';
import { now } from '../sql.ts';
import { keyStatus } from './key-view.ts';

export type LockedKey = Awaited<ReturnType<typeof lockApiKey>>;

/** The condition that names one key. */
export const isKey = (companyId: string, id: string) =>
  and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, id));

/**
 * A key that is not deleted, locked until the transaction ends, and the time of the database. That
 * is cut to milliseconds, where PostgreSQL would round it to a time that is still to come.
 *
 * @throws NotFoundError
 */
export async function lockApiKey(tx: Transaction, companyId: string, id: string) {
  const [key] = await tx
    .select({
      companyId: apiKeys.companyId,
      id: apiKeys.id,
      name: apiKeys.name,
      kind: apiKeys.kind,
      prefix: apiKeys.prefix,
      last4: apiKeys.last4,
      permissions: apiKeys.permissions,
      createdAt: apiKeys.createdAt,
      expiresAt: apiKeys.expiresAt,
      rateLimit: apiKeys.rateLimit,
      deactivatedAt: apiKeys.deactivatedAt,
      firstUsedAt: apiKeys.firstUsedAt,
      successorId: apiKeys.successorId,
      overlapSeconds: apiKeys.overlapSeconds,
      status: keyStatus,
      now,
    })
    .from(apiKeys)
    .where(and(isKey(companyId, id), isNull(apiKeys.deletedAt)))
    .for('no key update');
  if (!key) throw new NotFoundError('API key not found');

  return key;
}
