import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';

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
 * Counts a sign-in as failed before its password is looked at, so that a hundred at once cannot all
 * slip under the limit. Tells whether it may go on. `withdrawFailure` takes it back.
 */
export async function recordAttempt(db: Database, subjects: SignInSubjects): Promise<boolean> {
  const account = accountOf(subjects);
  const windowEnd = sql`now() + make_interval(mins => ${windowMinutes}::int)`;
  const rows = await db.execute<{ subject: string; failures: number }>(sql`
    insert into sign_in_failures as f (subject, failures, window_ends_at)
    values (${account}, 1, ${windowEnd}), (${addressOf(subjects)}, 1, ${windowEnd})
    on conflict (subject) do update set
      failures = case when f.window_ends_at <= now() then 1 else f.failures + 1 end,
      window_ends_at =
        case when f.window_ends_at <= now() then excluded.window_ends_at else f.window_ends_at end
    returning subject, failures`);

  return rows.every(({ subject, failures }) =>
    subject === account ? failures <= failuresPerAccount : failures <= failuresPerAddress,
  );
}

/** After right credentials that let nobody in yet: the address has guessed nothing. */
export async function withdrawFromAddress(db: Database, subjects: SignInSubjects): Promise<void> {
  await db.execute(sql`
    update sign_in_failures set failures = greatest(failures - 1, 0)
    where subject = ${addressOf(subjects)} and window_ends_at > now()`);
}

/** After a success: clears the account, takes one off the address, and sweeps ended windows. */
export async function withdrawFailure(db: Database, subjects: SignInSubjects): Promise<void> {
  await db.execute(sql`
    with address as (
      update sign_in_failures set failures = greatest(failures - 1, 0)
      where subject = ${addressOf(subjects)} and window_ends_at > now()
    )
    delete from sign_in_failures
    where subject = ${accountOf(subjects)}
      or subject in (
        select subject from sign_in_failures
        where window_ends_at <= now() and subject <> ${addressOf(subjects)}
        for update skip locked
      )`);
}
