import { beforeEach, expect, test } from 'vitest';
import { createApplication } from '#db/factories/applications.ts';
import { suffix } from '#db/factories/row.ts';
import { createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { authenticateUser } from './authenticate-user.ts';
import { hashPassword } from './password.ts';

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

const signIn = (overrides: { email?: string; password?: string; address?: string } = {}) =>
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
