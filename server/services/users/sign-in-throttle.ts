import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { signInFailures } from '#db/schema/applications.ts';
import { TooManyRequestsError } from '../errors.ts';
import { instantOf } from '../sql.ts';

/** Failures in 15 minutes that are allowed. */
const limits = {
  /** Of an account, from everywhere: guesses that many networks share out. */
  account: 100,
  /** Of an account from one network. */
  network: 10,
  /** Of an account in a browser that has signed in to it before. */
  browser: 10,
  /** Of an address, over all accounts. */
  address: 50,
};
const windowMinutes = 15;
const { subject, failures, windowEndsAt } = signInFailures;

/** A browser that has signed in before, as its signed cookie says. */
export interface KnownBrowser {
  browserId: string;
  /** Who signed in with it. */
  userIds: readonly string[];
}

/** Whose failures are counted. An account need not exist. */
export interface SignInSubjects {
  applicationId: string;
  email: string;
  /** Of the account, if it exists. */
  userId: string | undefined;
  /** An IPv4 address, or the /64 of an IPv6 one. */
  address: string;
  browser: KnownBrowser | undefined;
}

/** Whether the browser has signed in to the account before. */
export const isKnownBrowser = ({ userId, browser }: SignInSubjects): boolean =>
  userId !== undefined && browser?.userIds.includes(userId) === true;

/**
 * The limit of each subject that is counted. A known browser has an allowance of its own, so that
 * guesses elsewhere do not lock its user out.
 */
function limitsOf(subjects: SignInSubjects) {
  const { applicationId, email, address, browser } = subjects;
  const account = `${applicationId}:${email}`;
  if (browser && isKnownBrowser(subjects)) {
    return new Map([[`browser:${browser.browserId}:${account}`, limits.browser]]);
  }

  return new Map([
    [`account:${account}`, limits.account],
    [`network:${address}:${account}`, limits.network],
    [addressOf({ address }), limits.address],
  ]);
}

const addressOf = ({ address }: Pick<SignInSubjects, 'address'>) => `address:${address}`;

/** @throws TooManyRequestsError until the last of these windows ends, when there are any */
function refuseUntilEnd(usedUp: readonly { windowEndsAt: Date }[]): void {
  if (usedUp.length === 0) return;

  const ends = usedUp.map((each) => each.windowEndsAt.getTime());
  const seconds = Math.max(1, Math.ceil((Math.max(...ends) - Date.now()) / 1_000));
  const minutes = Math.ceil(seconds / 60);
  const unit = minutes === 1 ? 'minute' : 'minutes';
  throw new TooManyRequestsError(
    `There were too many attempts. Try again in ${minutes} ${unit}`,
    seconds,
  );
}

/**
 * Refuses subjects that have no failures left. It only reads, so that an attack costs little.
 *
 * @throws TooManyRequestsError
 */
export async function assertMayAttempt(db: Database, subjects: SignInSubjects): Promise<void> {
  const allowed = limitsOf(subjects);
  const rows = await db
    .select({ subject, failures, windowEndsAt })
    .from(signInFailures)
    .where(and(inArray(subject, [...allowed.keys()]), gt(windowEndsAt, sql`now()`)));

  refuseUntilEnd(rows.filter((row) => row.failures >= (allowed.get(row.subject) ?? 0)));
}

/**
 * Counts a sign-in as failed before its password is checked, so that a hundred at once cannot all
 * pass under the limit. `withdrawFailure` takes it back.
 *
 * @returns whether it is the last one that is allowed
 * @throws TooManyRequestsError
 */
export async function recordAttempt(db: Database, subjects: SignInSubjects): Promise<boolean> {
  const allowed = limitsOf(subjects);
  /* A parameter: Citus takes no clock in `on conflict`. */
  const now = Date.now();
  const endsAt = new Date(now + windowMinutes * 60_000);
  const hasEnded = sql`${windowEndsAt} <= ${instantOf(new Date(now))}`;
  const rows = await db
    .insert(signInFailures)
    .values(
      Array.from(allowed.keys(), (name) => ({ subject: name, failures: 1, windowEndsAt: endsAt })),
    )
    .onConflictDoUpdate({
      target: subject,
      set: {
        failures: sql`case when ${hasEnded} then 1 else ${failures} + 1 end`,
        windowEndsAt: sql`case when ${hasEnded} then excluded.window_ends_at
          else ${windowEndsAt} end`,
      },
    })
    .returning({ subject, failures, windowEndsAt });
  const counted = rows.map((row) => ({
    ...row,
    left: (allowed.get(row.subject) ?? 0) - row.failures,
  }));
  refuseUntilEnd(counted.filter(({ left }) => left < 0));

  return counted.some(({ left }) => left === 0);
}

/** After right credentials that do not sign in yet: the address has guessed nothing. */
export async function withdrawFromAddress(db: Database, subjects: SignInSubjects): Promise<void> {
  if (!limitsOf(subjects).has(addressOf(subjects))) return;

  await db
    .update(signInFailures)
    .set({ failures: sql`greatest(${failures} - 1, 0)` })
    .where(and(eq(subject, addressOf(subjects)), gt(windowEndsAt, sql`now()`)));
}

/** After a success: clears the account, and takes one off the address. */
export async function withdrawFailure(db: Database, subjects: SignInSubjects): Promise<void> {
  await withdrawFromAddress(db, subjects);
  const cleared = [...limitsOf(subjects).keys()].filter((each) => each !== addressOf(subjects));
  /* In the order in which an attempt locks them: otherwise both could wait for each other. */
  const locked = db
    .select({ subject })
    .from(signInFailures)
    .where(inArray(subject, cleared))
    .orderBy(subject)
    .for('update');
  await db.delete(signInFailures).where(inArray(subject, locked));
}
