import { beforeEach, describe, expect, test } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import {
  type Attempts,
  attemptSecrets,
  newAttempts,
  refusedWhen,
} from '#server/testing/sign-in-attempts.ts';
import { authenticateUser, type SignIn } from './authenticate-user.ts';
import { verifyPassword } from './password.ts';
import { VerificationLimit } from './verification-limit.ts';

const base = withTestDatabase();

let attempts: Attempts;
let user: { id: string; email: string };

beforeEach(async () => {
  attempts = await newAttempts(base.db);
  ({ user } = attempts);
});

const signIn = (overrides?: Partial<SignIn>) => attempts.signIn(overrides);
const fail = (times: number, overrides?: Partial<SignIn>) => attempts.fail(times, overrides);

test('after ten failures from a network not even the right password works there', async () => {
  await fail(10);
  expect(await signIn()).toBe('refused');

  await base.sql`update sign_in_failures set window_ends_at = now() where subject like ${`%${user.email}`}`;
  expect(await signIn()).toMatchObject({ userId: user.id });
});

/** As so many failures from many networks leave it. */
async function failElsewhere(failures: number): Promise<void> {
  await fail(1, { network: 'elsewhere' });
  await base.sql`
    update sign_in_failures set failures = ${failures}
    where subject like ${`account:%${user.email}`}`;
}

test('number 16: failures from elsewhere lock a user out only when there are a hundred', async () => {
  await fail(10, { network: 'botnet' });
  expect(await signIn({ network: 'botnet' })).toBe('refused');
  expect(await signIn()).toMatchObject({ userId: user.id });

  await failElsewhere(98);
  await fail(2);
  expect(await signIn({ network: 'third' })).toBe('refused');
});

describe('number 16: a browser that has signed in before', () => {
  const browserOf = (userId: string) => ({ browserId: 'known', userIds: [userId] });

  test('has an allowance of its own, which guesses elsewhere do not use up', async () => {
    const browser = browserOf(user.id);
    await failElsewhere(100);
    expect(await signIn()).toBe('refused');
    expect(await signIn({ browser })).toMatchObject({ userId: user.id });

    await fail(10, { browser });
    expect(await signIn({ browser })).toBe('refused');
    const [row] = await base.sql`
      select failures from sign_in_failures where subject like ${`account:%${user.email}`}`;
    expect(row?.failures).toBe(100);
  });

  test('has none for the account of another user', async () => {
    const other = await attempts.newUser();
    await fail(10);

    expect(await signIn({ browser: browserOf(other.id) })).toBe('refused');
  });
});

test('of a hundred guesses at once ten are checked', async () => {
  await fail(100);

  expect(attempts.dependencies.verify).toHaveBeenCalledTimes(10);
  expect(await signIn()).toBe('refused');
});

test('an address may fail fifty times, over all accounts; others go on', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, n) => fail(1, { email: `guess-${n}@x.test` })));

  expect(await signIn()).toBe('refused');
  expect(await signIn({ network: 'elsewhere' })).toMatchObject({ userId: user.id });
});

describe('number 15: passwords that are checked at once', () => {
  test('are no more than allowed, some wait, and the rest is refused without a row', async () => {
    let running = 0;
    let most = 0;
    async function verify(hash: string, password: string) {
      running += 1;
      most = Math.max(most, running);
      return verifyPassword(hash, password).finally(() => {
        running -= 1;
      });
    }
    const limited = {
      ...attemptSecrets,
      verifications: new VerificationLimit({ atOnce: 2, maxWaiting: 3 }),
      verify,
    };
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        authenticateUser(
          base.db,
          attempts.credentials({ email: `guess-${n}@x.test`, password: 'wrong' }),
          limited,
        ).catch(refusedWhen),
      ),
    );
    const rows = await base.sql`
      select from sign_in_failures where subject like 'account:%guess-%' and subject like ${`%${attempts.applicationId}%`}`;

    expect(most).toBe(2);
    expect(outcomes.filter((outcome) => outcome === 'refused').length).toBeGreaterThan(0);
    expect(rows).toHaveLength(outcomes.filter((outcome) => outcome === undefined).length);
  });
});
