import { and, count, eq, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { recoveryCodes, users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';

export interface AccountDescription {
  secondFactor: {
    /** `null`: there is none. */
    confirmedAt: Date | null;
    recoveryCodesLeft: number;
  };
}

/** What users see of their own account. */
export async function getAccount(db: Database, { userId }: UserActor): Promise<AccountDescription> {
  const [[user], [left]] = await Promise.all([
    db.select({ confirmedAt: users.totpConfirmedAt }).from(users).where(eq(users.id, userId)),
    db
      .select({ count: count() })
      .from(recoveryCodes)
      .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
  ]);
  const secondFactor = {
    confirmedAt: user?.confirmedAt ?? null,
    recoveryCodesLeft: left?.count ?? 0,
  };

  return { secondFactor };
}
