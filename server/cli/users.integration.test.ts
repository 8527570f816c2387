import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createApplication } from '#db/factories/applications.ts';
import { suffix } from '#db/factories/row.ts';
import { createUser } from '#db/factories/users.ts';
import { authenticateUser } from '#server/services/users/authenticate-user.ts';
import {
  accountPassword,
  client,
  codeOf,
  givePassword,
  giveSecondFactor,
  totpSecret,
  verifications,
} from '#server/testing/account.ts';
import { expectOneLine, idAnd, withCli } from './testing.ts';

const { database, call, callJson } = withCli();
const done = { exitCode: 0, stderr: '' };
const secrets = { authSecret: 'for tests only', keyPepper: 'for tests too' };
const email = z.string();

let application: string;
let user: Awaited<ReturnType<typeof createUser>>;

beforeEach(async () => {
  application = `own-${suffix()}`;
  const { id: applicationId } = await createApplication(database.db, { slug: application });
  user = await createUser(database.db, { applicationId, passwordHash: 'none' });
  await givePassword(database.db, user.id);
});

const line = (verb: string) => `users ${verb} ${user.email} --application ${application}`;
const version = async () => {
  const [row] = await database.sql`select session_version from users where id = ${user.id}`;
  return Number(row?.session_version);
};
const signIn = (password = accountPassword, code?: string) => {
  const { applicationId } = user;
  const subjects = { applicationId, email: user.email, network: suffix(), browser: undefined };

  return authenticateUser(
    database.db,
    { ...subjects, password, code, client, isLocal: false },
    { ...secrets, verifications },
  );
};

test('a deactivated user cannot sign in until activated', async () => {
  const before = await version();
  const said = idAnd({ email, active: z.boolean() });
  expect(await callJson(said, line('deactivate'))).toMatchObject({ active: false });
  expect(await version()).toBe(before + 1);
  expect(await signIn()).toBeUndefined();
  const since = () => database.sql`select deactivated_at from users where id = ${user.id}`;
  const [first] = await since();
  expect(await call(line('deactivate'))).toMatchObject(done);
  expect(await since()).toEqual([first]);

  expect(await callJson(said, line('activate'))).toMatchObject({ active: true });
  expect(await signIn()).toMatchObject({ userId: user.id });
});

test('a new password, generated or given, ends earlier sessions', async () => {
  const before = await version();
  const made = await callJson(idAnd({ email, password: z.string().min(16) }), line('password'));
  expect(await version()).toBe(before + 1);
  expect(await signIn()).toBeUndefined();
  expect(await signIn(made.password)).toMatchObject({ userId: user.id });

  const fromStdin = `${line('password')} --password-stdin`;
  const given = await call(fromStdin, { input: 'long enough to do\n' });
  expect(given).toMatchObject(done);
  expect(given.stdout).not.toContain('long enough');
  expect(await signIn('long enough to do')).toMatchObject({ userId: user.id });
  expectOneLine(await call(fromStdin, { input: 'short\n' }), 2, /10 to 200 characters/);
});

test('after reset-second-factor the password alone is enough', async () => {
  await giveSecondFactor(database.db, user.id, { secrets });
  expect(await signIn(accountPassword, codeOf(totpSecret))).toMatchObject({ userId: user.id });
  const said = idAnd({ email, wasOn: z.boolean() });
  expect(await callJson(said, line('reset-second-factor'))).toMatchObject({ wasOn: true });

  expect(await signIn()).toMatchObject({ userId: user.id });
  expect(await callJson(said, line('reset-second-factor'))).toMatchObject({ wasOn: false });
});

test.each(['deactivate', 'activate', 'password', 'reset-second-factor'])(
  '%s requires a user of the application',
  async (verb) => {
    const { slug } = await createApplication(database.db);
    const elsewhere = `users ${verb} ${user.email} --application ${slug}`;
    expectOneLine(await call(elsewhere), 3, /There is no user/);
    const nowhere = `users ${verb} ${user.email} --application nowhere`;
    expectOneLine(await call(nowhere), 3, /no application "nowhere"/);

    expect(await signIn()).toMatchObject({ userId: user.id });
  },
);
