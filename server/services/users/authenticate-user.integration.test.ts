import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createCompany } from '#db/factories/applications.ts';
import { suffix } from '#db/factories/row.ts';
import { createMember } from '#db/factories/users.ts';
import { users } from '#db/schema/applications.ts';
import * as schema from '#db/schema/index.ts';
import { demo } from '#db/seed/demo.ts';
import { withTestDatabase } from '#db/testing.ts';
import { codeRequired, demoElsewhere } from '#db/values/sign-in.ts';
import {
  accountPassword,
  client,
  codeOf,
  givePassword,
  giveSecondFactor,
  identityDependencies,
  totpSecret,
} from '#server/testing/account.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import {
  type Attempts,
  attemptSecrets,
  newAttempts,
  refusedWhen,
} from '#server/testing/sign-in-attempts.ts';
import type { UserActor } from '../actor.ts';
import { recordRefusedSignIn } from '../audit/record-session.ts';
import { authenticateUser, type SignIn } from './authenticate-user.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { hashPassword, verifyPassword } from './password.ts';
import { VerificationLimit } from './verification-limit.ts';

const base = withTestDatabase();
let attempts: Attempts;
let applicationId: string;
let user: { id: string; email: string };
let network: string;

beforeEach(async () => {
  attempts = await newAttempts(base.db);
  ({ applicationId, user, network } = attempts);
});

type Overrides = Partial<SignIn>;

const signIn = (overrides?: Overrides) => attempts.signIn(overrides);
const fail = (times: number, overrides?: Overrides) => attempts.fail(times, overrides);
const newUser = (columns?: { deactivatedAt?: Date; email?: string }) => attempts.newUser(columns);
const failuresOf = async (kind: string) => {
  const rows = await base.sql`
    select failures from sign_in_failures
    where subject like ${`${kind}:%${user.email}`} or subject = ${`${kind}:${network}`}`;
  return rows.map(({ failures }) => failures);
};

test('the right password signs in, whatever failed before it', async () => {
  await fail(9);
  expect(await signIn()).toMatchObject({ userId: user.id });
  expect(
    await base.sql`select * from sign_in_failures where subject like ${`%${user.email}`}`,
  ).toEqual([]);
});

test('unknown, wrong, of another application and deactivated all answer alike', async () => {
  const stranger = (await newAttempts(base.db)).user;
  await newUser({ email: 'gone@x.test', deactivatedAt: new Date() });

  expect(await signIn({ email: 'unknown@x.test' })).toBeUndefined();
  expect(await signIn({ password: 'wrong' })).toBeUndefined();
  expect(await signIn({ email: stranger.email })).toBeUndefined();
  expect(await signIn({ email: 'gone@x.test' })).toBeUndefined();
});

test('successes do not use the address up', async () => {
  for (let n = 0; n < 60; n += 1) expect(await signIn()).toMatchObject({ userId: user.id });
});

describe('check 40: unknown, wrong and disabled are the same work', () => {
  /** What an attempt costs: parameters of each verification, and statements without values. */
  async function workOf(overrides: Overrides): Promise<[string[], string[], boolean]> {
    const statements: string[] = [];
    const logger = { logQuery: (query: string) => void statements.push(query) };
    const db = drizzle(base.sql, { schema, casing: 'snake_case', logger });
    const verify = vi.fn(verifyPassword);
    const dependencies = { ...attempts.dependencies, verify };
    const attempt = authenticateUser(db, attempts.credentials(overrides), dependencies);
    const isRefused = (await attempt.catch(refusedWhen)) === 'refused';

    const parameters = verify.mock.calls.map(([hash]) => hash.split('$', 4).join('$'));
    return [parameters, statements, isRefused];
  }

  test('one verification under the same parameters, and the same statements', async () => {
    const gone = await newUser({ deactivatedAt: new Date() });
    const guarded = await newUser();
    await giveSecondFactor(base.db, guarded.id, { secrets: attemptSecrets });
    const wrong = await workOf({ password: 'wrong' });
    const others = [
      await workOf({ email: 'unknown@x.test' }),
      await workOf({ email: gone.email }),
      await workOf({ email: guarded.email, password: 'wrong' }),
      await workOf({ email: guarded.email, password: 'wrong', code: '000000' }),
    ];

    expect(wrong).toEqual([
      [expect.stringContaining('argon2id')],
      [
        expect.stringContaining('from "users"'),
        expect.stringContaining('select "subject"'),
        expect.stringContaining('insert into "sign_in_failures"'),
        expect.stringContaining('insert into audit_log'),
      ],
      false,
    ]);
    for (const other of others) expect(other).toEqual(wrong);
  });

  test('number 15: after too many failures no password is checked and nothing is written, whether the account exists or not', async () => {
    const stored = () => base.sql`select * from sign_in_failures order by subject`;
    const unknown = { email: `unknown-${suffix()}@x.test` };
    await fail(10);
    await fail(10, unknown);
    const before = await stored();

    for (const each of [{}, { password: 'wrong' }, unknown]) {
      expect(await workOf(each)).toEqual([
        [],
        [expect.stringContaining('from "users"'), expect.stringContaining('select "subject"')],
        true,
      ]);
    }
    expect(await stored()).toEqual(before);
  });
});

test('in a crowd, known browsers and signed-in users wait for their turn, others are told to come again', async () => {
  const verifications = new VerificationLimit({ atOnce: 1, maxWaiting: 2 });
  const crowd = Promise.withResolvers<void>();
  const places = [1, 2, 3].map(() => verifications.run('stranger', () => crowd.promise));
  const run = vi.spyOn(verifications, 'run');
  const dependencies = { ...identityDependencies, ...attempts.dependencies, verifications };
  const begin = (browser: SignIn['browser']) =>
    authenticateUser(base.db, attempts.credentials({ browser }), dependencies);
  const companyId = randomUUID();
  const actor: UserActor = {
    ...{ kind: 'user', userId: user.id, name: 'Ada', applicationId, companyId },
    ...{ role: 'agent', sees: 'all', address: client.address },
  };
  const browserId = randomUUID();
  for (const browser of [undefined, { browserId, userIds: [randomUUID()] }])
    await expect(begin(browser)).rejects.toMatchObject({ retryAfterSeconds: 1 });

  const known = [
    begin({ browserId, userIds: [user.id] }),
    confirmIdentity(base.db, actor, { password: accountPassword }, dependencies),
  ];
  await expect.poll(() => run.mock.calls.length).toBe(4);
  crowd.resolve();
  expect(await Promise.all(known)).toMatchObject([{ userId: user.id }, {}]);
  await Promise.all(places);
});

test('a demo account signs in on this machine only, while its password is the public one', async () => {
  const { admin: email } = demo.emails;
  const { id } = await newUser({ email });
  const passwordHash = await hashPassword(demo.password);
  await base.db.update(users).set({ passwordHash }).where(eq(users.id, id));
  const company = await createCompany(base.db, { applicationId });
  await createMember(base.db, { applicationId, companyId: company.id, userId: id });

  const { password } = demo;
  expect(await signIn({ email, password })).toBe(demoElsewhere);
  expect(await signIn({ email, password: 'wrong' })).toBeUndefined();
  expect(await signIn({ email, password, isLocal: true })).toMatchObject({ userId: id });
  expect(await readAuditLog(base, company.id)).toMatchObject([
    { action: 'session.refuse', details: { reason: 'demo account' } },
    { action: 'session.refuse', details: { reason: 'wrong password' } },
    { action: 'session.signIn' },
  ]);

  await givePassword(base.db, id);
  expect(await signIn({ email })).toMatchObject({ userId: id });
});

test('the public password is an ordinary one of other accounts', async () => {
  const passwordHash = await hashPassword(demo.password);
  await base.db.update(users).set({ passwordHash }).where(eq(users.id, user.id));

  expect(await signIn({ password: demo.password })).toMatchObject({ userId: user.id });
});

describe('with a second factor', () => {
  beforeEach(() => giveSecondFactor(base.db, user.id, { secrets: attemptSecrets }));

  test('a code is asked for once all else is right, and then lets in', async () => {
    expect(await signIn()).toBe(codeRequired);
    expect(await signIn({ code: '' })).toBe(codeRequired);
    expect(await signIn({ password: 'wrong' })).toBeUndefined();
    expect(await signIn({ code: '000000' })).toBeUndefined();
    expect(await signIn({ password: 'wrong', code: codeOf(totpSecret) })).toBeUndefined();

    const code = codeOf(totpSecret);
    expect(await signIn({ code })).toMatchObject({ userId: user.id });
    expect(await signIn({ code })).toBeUndefined();
  });

  test('a code that is not needed is ignored', async () => {
    const plain = await newUser();
    expect(await signIn({ email: plain.email, code: '123456' })).toMatchObject({
      userId: plain.id,
    });
  });

  test('a missing code counts for the account until a sign-in succeeds, and never for the address', async () => {
    const failures = async () => [
      ...(await failuresOf('account')),
      ...(await failuresOf('network')),
      ...(await failuresOf('address')),
    ];
    await signIn();
    await signIn();
    expect(await failures()).toEqual([2, 2, 0]);
    await signIn({ code: '000000' });
    expect(await failures()).toEqual([3, 3, 1]);

    await signIn({ code: codeOf(totpSecret) });
    expect(await failures()).toEqual([1]);
  });

  test('of a hundred guesses at once ten are checked, then the right code is refused too', async () => {
    const guesses = Array.from({ length: 100 }, (_, n) => String(n).padStart(6, '0'));
    const right = codeOf(totpSecret);
    const outcomes = await Promise.all(
      guesses.filter((code) => code !== right).map((code) => signIn({ code })),
    );

    expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(10);
    expect(outcomes.filter((outcome) => outcome !== 'refused' && outcome)).toEqual([]);
    expect(await signIn({ code: codeOf(totpSecret) })).toBe('refused');
    expect(await signIn()).toBe('refused');
  });
});

describe('check 45: a refused sign-in', () => {
  const logs = async () => {
    const companies = [
      await createCompany(base.db, { applicationId }),
      await createCompany(base.db, { applicationId }),
    ];
    for (const { id: companyId } of companies) {
      await createMember(base.db, { applicationId, companyId, userId: user.id });
    }

    return () => Promise.all(companies.map(({ id }) => readAuditLog(base, id)));
  };
  const refusal = (reason: string) => ({
    action: 'session.refuse',
    actor_kind: 'user',
    actor_id: user.id,
    actor_name: user.email,
    address: client.address,
    subject_id: null,
    subject_name: null,
    details: { reason },
  });

  test('is in the log of every company of the user, with the reason', async () => {
    const read = await logs();
    await signIn({ password: 'wrong' });
    await base.sql`update users set deactivated_at = now() where id = ${user.id}`;
    await signIn();

    const entries = [refusal('wrong password'), refusal('deactivated')];
    expect(await read()).toEqual([entries, entries]);
  });

  test('is recorded once when there are too many, however many more follow', async () => {
    const read = await logs();
    for (let n = 0; n < 14; n += 1) await signIn({ password: 'wrong' });
    const [entries = []] = await read();

    expect(entries).toHaveLength(11);
    expect(entries.at(-1)).toEqual(refusal('too many attempts'));
  });

  test('of an unknown user is in no log, and the callback is called', async () => {
    const onUnknown = vi.fn();
    const read = await logs();
    await signIn({ onUnknown, email: 'unknown@x.test' });
    await signIn({ onUnknown });

    expect(onUnknown).toHaveBeenCalledTimes(1);
    const entries = [{ action: 'session.signIn', actor_id: user.id, address: client.address }];
    expect(await read()).toMatchObject([entries, entries]);
  });

  test('does not wait for the disk, which would tell who has an account', async () => {
    const { id: userId } = user;
    const durability = sql`select current_setting('synchronous_commit') as value`;
    const settings = await base.db.transaction(async (tx) => {
      await recordRefusedSignIn(tx, { userId, address: client.address, reason: 'wrong password' });
      return tx.execute(durability);
    });

    expect(settings).toMatchObject([{ value: 'off' }]);
    expect(await base.db.execute(durability)).toMatchObject([{ value: 'on' }]);
  });

  test('records the whole address where only its network is counted', async () => {
    const read = await logs();
    const whole = { ...client, address: '2001:db8:1:2::9' };
    await signIn({ password: 'wrong', network: '2001:db8:1:2::/64', client: whole });

    expect(await read()).toMatchObject([[{ address: '2001:db8:1:2::9' }], {}]);
  });
});
