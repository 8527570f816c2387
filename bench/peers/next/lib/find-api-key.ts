import { and, eq, gt, isNull, or } from 'drizzle-orm';
import { apiKeys } from '#db/schema/api-keys.ts';
import { hashSecret } from '#server/services/api-keys/secret.ts';
import { db } from './db.ts';

/** The key of this secret if it works now. */
export async function findApiKey(secret: string) {
  const now = new Date();

  return db.query.apiKeys.findFirst({
    where: and(
      eq(apiKeys.secretHash, hashSecret(process.env.KEY_PEPPER ?? '', secret)),
      isNull(apiKeys.deletedAt),
      or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
      or(isNull(apiKeys.deactivatedAt), gt(apiKeys.deactivatedAt, now)),
    ),
  });
}
