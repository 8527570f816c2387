import { verify } from '@node-rs/argon2';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createApplication, createCompany } from '#db/factories/applications.ts';
import { suffix } from '#db/factories/row.ts';
import { createMember, createUser } from '#db/factories/users.ts';
import * as schema from '#db/schema/index.ts';
import { withTestDatabase } from '#db/testing.ts';
import { codeRequired } from '#db/values/sign-in.ts';
import { codeOf, giveSecondFactor, totpSecret } from '#server/testing/account.ts';
import { readAuditLog } from '#server/testing/audit-log.ts';
import { recordRefusedSignIn } from '../audit/record-session.ts';
import { authenticateUser } from './authenticate-user.ts';
import { hashPassword } from './password.ts';

vi.mock('@node-rs/argon2', { spy: true });

const base = withTestDatabase();
const password = 'correct horse battery';
const secrets = { authSecret: 'for tests only', keyPepper: 'for tests too' };
const passwordHash = await hashPassword(password);

let applicationId: string;
let user: { id: string; email: string };
let address: string;

beforeEach(async () => {
  applicationId = (await createApplication(base.db)).id;
  user = await createUser(base.db, { applicationId, passwordHash });
  address = `address-${suffix()}`;
});

interface Overrides {
  email?: string;
  password?: string;
  address?: string;
  code?: string;
}

const signIn = (overrides: Overrides = {}) =>
  authenticateUser(
    base.db,
    { applicationId, email: user.email, password, address, ...overrides },
    secrets,
  );
const fail = (times: number, overrides: { email?: string; address?: string } = {}) =>
  Promise.all(Array.from({ length: times }, () => signIn({ password: 'wrong', ...overrides })));

test('the right password signs in, whatever failed before it', async () => {
  await fail(9);
  expect(await signIn()).toMatchObject({ userId: user.id });
  expect(
    await base.sql`select * from sign_in_failures where subject like ${`%${user.email}`}`,
  ).toEqual([]);
});

test('unknown, wrong, of another application and deactivated all answer alike', async () => {
  const stranger = await createUser(base.db, {
    applicationId: (await createApplication(base.db)).id,
    passwordHash,
  });
  await createUser(base.db, {
    applicationId,
    passwordHash,
    email: 'gone@x.test',
    deactivatedAt: new Date(),
  });

  expect(await signIn({ email: 'nobody@x.test' })).toBeUndefined();
  expect(await signIn({ password: 'wrong' })).toBeUndefined();
  expect(await signIn({ email: stranger.email })).toBeUndefined();
  expect(await signIn({ email: 'gone@x.test' })).toBeUndefined();
});

test('after ten failures not even the right password works, from any address', async () => {
  await fail(10);
  expect(await signIn()).toBeUndefined();
  expect(await signIn({ address: 'elsewhere' })).toBeUndefined();

  await base.sql`update sign_in_failures set window_ends_at = now() where subject like ${`%${user.email}`}`;
  expect(await signIn()).toMatchObject({ userId: user.id });
});

test('a hundred guesses at once are a hundred failures', async () => {
  await fail(100, { address: 'botnet' });
  const [row] = await base.sql`
    select failures from sign_in_failures where subject like ${`account:%${user.email}`}`;

  expect(row?.failures).toBe(100);
  expect(await signIn()).toBeUndefined();
});

test('an address may fail fifty times, over all accounts; others go on', async () => {
  await Promise.all(Array.from({ length: 50 }, (_, n) => fail(1, { email: `guess-${n}@x.test` })));

  expect(await signIn()).toBeUndefined();
  expect(await signIn({ address: 'elsewhere' })).toMatchObject({ userId: user.id });
});

test('successes do not use the address up', async () => {
  for (let n = 0; n < 60; n += 1) expect(await signIn()).toMatchObject({ userId: user.id });
});

describe('check 40: unknown, wrong, disabled and throttled are the same work', () => {
  /** What an attempt costs: parameters of each verification, and statements without values. */
  async function workOf(overrides: Overrides): Promise<[string[], string[]]> {
    const statements: string[] = [];
    const logger = { logQuery: (query: string) => void statements.push(query) };
    const db = drizzle(base.sql, { schema, casing: 'snake_case', logger });
    vi.mocked(verify).mockClear();
    const given = { applicationId, email: user.email, password, address, ...overrides };
    expect(await authenticateUser(db, given, secrets)).toBeUndefined();

    const parameters = vi
      .mocked(verify)
      .mock.calls.map(([hash]) => String(hash).split('$', 4).join('$'));
    return [parameters, statements];
  }

  test('one verification under the same parameters, and the same statements', async () => {
    const gone = await createUser(base.db, {
      applicationId,
      passwordHash,
      deactivatedAt: new Date(),
    });
    const guarded = await createUser(base.db, { applicationId, passwordHash });
    await giveSecondFactor(base.db, guarded.id, { secrets });
    const wrong = await workOf({ password: 'wrong' });
    const others = [
      await workOf({ email: 'nobody@x.test' }),
      await workOf({ email: gone.email }),
      await workOf({ email: guarded.email, password: 'wrong' }),
      await workOf({ email: guarded.email, password: 'wrong', code: '000000' }),
    ];
    await fail(10);
    others.push(await workOf({}), await workOf({ password: 'wrong' }));

    expect(wrong).toEqual([
      [expect.stringContaining('argon2id')],
      [
        expect.stringContaining('insert'),
        expect.stringContaining('from "users"'),
        expect.stringContaining('insert into audit_log'),
      ],
    ]);
    for (const other of others) expect(other).toEqual(wrong);
  });
});

describe('with a second factor', () => {
  beforeEach(() => giveSecondFactor(base.db, user.id, { secrets }));

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
    const plain = await createUser(base.db, { applicationId, passwordHash });
    expect(await signIn({ email: plain.email, code: '123456' })).toMatchObject({
      userId: plain.id,
    });
  });

  test('a missing code counts for the account until a sign-in succeeds, and never for the address', async () => {
    const failures = async () => {
      const rows = await base.sql`
        select subject, failures from sign_in_failures
        where failures > 0 and (subject like ${`%${user.email}`} or subject like ${`%${address}`})`;
      return rows.map(({ subject, failures: count }) => [String(subject).split(':')[0], count]);
    };
    await signIn();
    await signIn();
    expect(await failures()).toEqual([['account', 2]]);
    await signIn({ code: '000000' });
    expect((await failures()).sort()).toEqual([
      ['account', 3],
      ['address', 1],
    ]);

    await signIn({ code: codeOf(totpSecret) });
    expect(await failures()).toEqual([['address', 1]]);
  });

  test('a hundred guesses at once are a hundred failures, and the right code is refused', async () => {
    const guesses = Array.from({ length: 100 }, (_, n) => String(n).padStart(6, '0'));
    const right = codeOf(totpSecret);
    const outcomes = await Promise.all(
      guesses.filter((code) => code !== right).map((code) => signIn({ code, address: code })),
    );

    expect(outcomes.filter(Boolean)).toEqual([]);
    expect(await signIn({ code: codeOf(totpSecret) })).toBeUndefined();
    expect(await signIn()).toBeUndefined();
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
    address,
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
    const credentials = { applicationId, address, password, onUnknown };
    await authenticateUser(base.db, { ...credentials, email: 'nobody@x.test' }, secrets);
    await authenticateUser(base.db, { ...credentials, email: user.email }, secrets);

    expect(onUnknown).toHaveBeenCalledTimes(1);
    const entries = [{ action: 'session.signIn', actor_id: user.id, address }];
    expect(await read()).toMatchObject([entries, entries]);
  });

  test('does not wait for the disk, which would tell who has an account', async () => {
    const { id: userId } = user;
    const durability = sql`select current_setting('synchronous_commit') as value`;
    const settings = await base.db.transaction(async (tx) => {
      await recordRefusedSignIn(tx, { userId, address, reason: 'wrong password' });
      return tx.execute(durability);
    });

    expect(settings).toMatchObject([{ value: 'off' }]);
    expect(await base.db.execute(durability)).toMatchObject([{ value: 'on' }]);
  });

  test('records the whole address where only its network is counted', async () => {
    const read = await logs();
    const given = { applicationId, email: user.email, password: 'wrong' };
    await authenticateUser(
      base.db,
      { ...given, address: '2001:db8:1:2::/64', from: '2001:db8:1:2::9' },
      secrets,
    );

    expect(await read()).toMatchObject([[{ address: '2001:db8:1:2::9' }], {}]);
  });
});
