import { and, eq, isNotNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { recoveryCodes, users } from '#db/schema/applications.ts';
import { type Author, recordUserAudit } from '../audit/record-audit.ts';

/** Removes the second factor with its recovery codes. Returns whether there was one. */
export function removeSecondFactor(db: Database, author: Author, userId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const removed = await tx
      .update(users)
      .set({ totpSecret: null, totpConfirmedAt: null, totpLastStep: null })
      .where(and(eq(users.id, userId), isNotNull(users.totpConfirmedAt)))
      .returning({ id: users.id });
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    if (removed.length === 0) return false;

    await recordUserAudit(tx, author, { userId, action: 'users.removeSecondFactor' });
    return true;
  });
}
