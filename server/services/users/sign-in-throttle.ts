import { and, eq, gt, inArray, lte, ne, or, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { signInFailures } from '#db/schema/applications.ts';
import { instantOf } from '../sql.ts';

const failuresPerAccount = 10;
const failuresPerAddress = 50;
export const windowMinutes = 15;

/** Whose failures are counted. An account need not exist. */
export interface SignInSubjects {
  applicationId: string;
  email: string;
  address: string;
}

const accountOf = ({ applicationId, email }: SignInSubjects) => `account:${applicationId}:${email}`;
const addressOf = ({ address }: SignInSubjects) => `address:${address}`;

/**
 * Counts a sign-in as failed before its password is checked, so that a hundred at once cannot all
 * pass under the limit. `withdrawFailure` takes it back.
 *
 * @returns whether the sign-in may go on
 */
export async function recordAttempt(db: Database, subjects: SignInSubjects): Promise<boolean> {
  const account = accountOf(subjects);
  /* A parameter: Citus takes no clock in `on conflict`. */
  const now = Date.now();
  const windowEndsAt = new Date(now + windowMinutes * 60_000);
  const hasEnded = sql`${signInFailures.windowEndsAt} <= ${instantOf(new Date(now))}`;
  const rows = await db
    .insert(signInFailures)
    .values([
      { subject: account, failures: 1, windowEndsAt },
      { subject: addressOf(subjects), failures: 1, windowEndsAt },
    ])
    .onConflictDoUpdate({
      target: signInFailures.subject,
      set: {
        failures: sql`case when ${hasEnded} then 1 else ${signInFailures.failures} + 1 end`,
        windowEndsAt: sql`case when ${hasEnded} then excluded.window_ends_at
          else ${signInFailures.windowEndsAt} end`,
      },
    })
    .returning({ subject: signInFailures.subject, failures: signInFailures.failures });

  return rows.every(({ subject, failures }) =>
    subject === account ? failures <= failuresPerAccount : failures <= failuresPerAddress,
  );
}

/** After right credentials that do not sign in yet: the address has guessed nothing. */
export async function withdrawFromAddress(db: Database, subjects: SignInSubjects): Promise<void> {
  await db
    .update(signInFailures)
    .set({ failures: sql`greatest(${signInFailures.failures} - 1, 0)` })
    .where(
      and(
        eq(signInFailures.subject, addressOf(subjects)),
        gt(signInFailures.windowEndsAt, sql`now()`),
      ),
    );
}

/** After a success: clears the account, takes one off the address, and deletes ended windows. */
export async function withdrawFailure(db: Database, subjects: SignInSubjects): Promise<void> {
  await withdrawFromAddress(db, subjects);
  const ended = db
    .select({ subject: signInFailures.subject })
    .from(signInFailures)
    .where(
      and(
        lte(signInFailures.windowEndsAt, sql`now()`),
        ne(signInFailures.subject, addressOf(subjects)),
      ),
    )
    .for('update', { skipLocked: true });
  await db
    .delete(signInFailures)
    .where(
      or(eq(signInFailures.subject, accountOf(subjects)), inArray(signInFailures.subject, ended)),
    );
}
