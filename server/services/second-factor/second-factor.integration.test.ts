import { Secret } from 'otpauth';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import {
  codeOf,
  givePassword,
  giveSecondFactor,
  identityDependencies,
  accountPassword as password,
  stepLasts,
  totpSecret,
} from '#server/testing/account.ts';
import { authSecret, keyPepper } from '#server/testing/secrets.ts';
import { createTenants } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { changePassword } from '../users/change-password.ts';
import { getAccount } from '../users/get-account.ts';
import { beginSecondFactor } from './begin-second-factor.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';
import { disableSecondFactor } from './disable-second-factor.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { takeCode } from './take-code.ts';

const base = withTestDatabase();
const secrets = { authSecret, keyPepper };
const renewSession = vi.fn(async () => {});
const dependencies = { ...identityDependencies, renewSession };

let actor: UserActor;

beforeEach(async () => {
  ({ actor } = await createTenants(base.db, 'viewer'));
  await givePassword(base.db, actor.userId);
  renewSession.mockClear();
  await base.sql`delete from sign_in_failures`;
});

const begin = () => beginSecondFactor(base.db, actor, { password }, dependencies);
const confirm = (code: string) => confirmSecondFactor(base.db, actor, { code }, dependencies);
const take = (code: string) => takeCode(base.db, actor.userId, code, secrets);
const version = async () => {
  const [row] = await base.sql`select session_version from users where id = ${actor.userId}`;
  return Number(row?.session_version);
};
const failures = async () => {
  const rows = await base.sql`
    select failures from sign_in_failures where failures > 0 order by subject`;
  return rows.map((row) => row.failures);
};

test('begins with the password, counts from the first code on, and ends other sessions', async () => {
  const before = await version();
  const { secret, uri } = await begin();
  expect(uri).toContain(secret.replaceAll(' ', ''));
  expect((await getAccount(base.db, actor)).secondFactor.confirmedAt).toBeNull();
  await expect(confirm('000000')).rejects.toMatchObject({ code: 'invalid', field: 'code' });
  expect(await version()).toBe(before);

  const { recoveryCodes } = await confirm(` ${codeOf(secret).replace(/^.../, '$& ')}`);
  expect(recoveryCodes).toHaveLength(10);
  expect((await getAccount(base.db, actor)).secondFactor).toEqual({
    confirmedAt: expect.any(Date),
    recoveryCodesLeft: 10,
  });
  expect(await version()).toBe(before + 1);
  expect(renewSession).toHaveBeenCalledExactlyOnceWith({
    sessionId: expect.any(String),
    userId: actor.userId,
    applicationId: actor.applicationId,
  });
});

test('what is stored shows neither secret nor codes', async () => {
  const { secret } = await begin();
  const { recoveryCodes } = await confirm(codeOf(secret));
  const rows = await base.sql`
    select u::text as row from users u union all select r::text from recovery_codes r`;
  const stored = rows.map(({ row }) => String(row)).join('\n');
  const { buffer } = Secret.fromBase32(secret);

  expect(stored).not.toContain(secret.replaceAll(' ', ''));
  expect(stored).not.toContain(Buffer.from(buffer).toString('hex'));
  for (const code of recoveryCodes) {
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(Buffer.from(code).toString('hex'));
  }
});

test('a secret that was begun anew elsewhere is not confirmed by a code of the old one', async () => {
  const first = await begin();
  const second = await begin();

  await expect(confirm(codeOf(first.secret))).rejects.toMatchObject({ field: 'code' });
  await confirm(codeOf(second.secret));
  await expect(begin()).rejects.toMatchObject({ code: 'conflict' });
  await expect(confirm(codeOf(second.secret))).rejects.toMatchObject({ code: 'conflict' });
});

describe('a code', () => {
  beforeEach(() => giveSecondFactor(base.db, actor.userId));

  test('of the step before, of now and of the next is taken; none twice, nor an older one', async () => {
    await stepLasts();
    const [before, now, next] = [-1, 0, 1].map((step) => codeOf(totpSecret, step));
    expect(await take(codeOf(totpSecret, -3))).toBe(false);
    expect(await take(codeOf(totpSecret, 3))).toBe(false);
    expect(await take(before ?? '')).toBe(true);
    expect(await take(before ?? '')).toBe(false);
    expect(await take(next ?? '')).toBe(true);
    expect(await take(now ?? '')).toBe(false);
  });

  test('sent ten times at once is taken once', async () => {
    const code = codeOf(totpSecret);
    const taken = await Promise.all(Array.from({ length: 10 }, () => take(code)));

    expect(taken.filter(Boolean)).toHaveLength(1);
  });

  test('of a second factor that is only begun is not taken', async () => {
    await giveSecondFactor(base.db, actor.userId, { confirmed: false });
    expect(await take(codeOf(totpSecret))).toBe(false);
  });

  test('cannot be judged after AUTH_SECRET has changed; recovery codes still can', async () => {
    const code = codeOf(totpSecret);
    const { recoveryCodes } = await renewRecoveryCodes(
      base.db,
      actor,
      { password, code },
      dependencies,
    );
    const changed = { authSecret: 'changed', keyPepper };
    const takeThen = (code: string) => takeCode(base.db, actor.userId, code, changed);

    await expect(takeThen(codeOf(totpSecret))).rejects.toThrow('Was AUTH_SECRET changed?');
    expect(await takeThen(recoveryCodes[0] ?? '')).toBe(true);
  });
});

describe('recovery codes', () => {
  let codes: string[];
  const renew = async (code = codeOf(totpSecret)) =>
    (await renewRecoveryCodes(base.db, actor, { password, code }, dependencies)).recoveryCodes;

  beforeEach(async () => {
    await giveSecondFactor(base.db, actor.userId);
    codes = await renew();
  });

  test('work once each, even at once', async () => {
    const [first = '', second = ''] = codes;
    const taken = await Promise.all(Array.from({ length: 10 }, () => take(first)));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await take(second.toLowerCase().replace('-', ' '))).toBe(true);
    expect((await getAccount(base.db, actor)).secondFactor.recoveryCodesLeft).toBe(8);
  });

  test('are replaced by new ones, and fit no other user', async () => {
    const [first = ''] = codes;
    const [next = ''] = await renew(codes[1]);
    const { actor: other } = await createTenants(base.db, 'viewer');

    expect(await take(first)).toBe(false);
    expect(await takeCode(base.db, other.userId, next, secrets)).toBe(false);
    expect(await take(next)).toBe(true);
  });

  test('are not renewed by the password alone', async () => {
    const renewal = renewRecoveryCodes(base.db, actor, { password }, dependencies);
    await expect(renewal).rejects.toMatchObject({ code: 'invalid', field: 'code' });
  });

  test('are not to be had while it is off', async () => {
    await disableSecondFactor(base.db, actor, { password, code: codes[0] ?? '' }, dependencies);
    await expect(renew()).rejects.toMatchObject({ code: 'conflict' });
    expect(await take(codes[1] ?? '')).toBe(false);
  });
});

test('turning off needs the password and a code, and leaves nothing', async () => {
  await giveSecondFactor(base.db, actor.userId);
  const off = (proof: { password: string; code: string }) =>
    disableSecondFactor(base.db, actor, proof, dependencies);

  await expect(off({ password: 'wrong', code: codeOf(totpSecret) })).rejects.toMatchObject({
    field: 'password',
  });
  await expect(off({ password, code: '000000' })).rejects.toMatchObject({ field: 'code' });
  expect(await failures()).toEqual([2, 2, 2]);
  await off({ password, code: codeOf(totpSecret) });

  const [row] = await base.sql`
    select totp_secret, totp_confirmed_at, totp_last_step,
      (select count(*)::int from recovery_codes r where r.user_id = u.id) as codes
    from users u where id = ${actor.userId}`;
  expect(row).toEqual({
    totp_secret: null,
    totp_confirmed_at: null,
    totp_last_step: null,
    codes: 0,
  });
});

test('number 19: wrong codes while it is turned on count as failed sign-ins', async () => {
  const { secret } = await begin();
  const guesses = await Promise.allSettled(Array.from({ length: 12 }, () => confirm('000000')));
  const codes = guesses.map((guess) => guess.status === 'rejected' && guess.reason.code);
  expect(codes.filter((code) => code === 'invalid')).toHaveLength(10);

  await expect(confirm(codeOf(secret))).rejects.toMatchObject({ code: 'too_many_requests' });
});

describe('a password', () => {
  const change = (given: string, newPassword = 'another horse battery') =>
    changePassword(base.db, actor, { password: given, newPassword }, dependencies);

  test('is changed for the right one, and only the session that asked goes on', async () => {
    const before = await version();
    await expect(change('wrong')).rejects.toMatchObject({ field: 'password' });
    await expect(change(password, 'short')).rejects.toMatchObject({ field: 'newPassword' });
    expect(await version()).toBe(before);
    expect(renewSession).not.toHaveBeenCalled();

    await change(password);
    expect(await version()).toBe(before + 1);
    expect(renewSession).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ userId: actor.userId, sessionId: expect.any(String) }),
    );
    await expect(change(password)).rejects.toMatchObject({ field: 'password' });
  });

  test('number 19: is changed only with a code where the second factor is on', async () => {
    await giveSecondFactor(base.db, actor.userId);
    const input = { password, newPassword: 'another horse battery' };
    const changeWith = (code?: string) =>
      changePassword(base.db, actor, { ...input, code }, dependencies);

    await expect(changeWith()).rejects.toMatchObject({ code: 'invalid', field: 'code' });
    await expect(changeWith('000000')).rejects.toMatchObject({ code: 'invalid', field: 'code' });
    expect(renewSession).not.toHaveBeenCalled();
    await changeWith(codeOf(totpSecret));
    expect(renewSession).toHaveBeenCalledTimes(1);
  });

  test('changed twice at once is changed once', async () => {
    const outcomes = await Promise.allSettled([change(password), change(password)]);

    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('can be guessed ten times only, then not even the right one counts', async () => {
    const guesses = await Promise.allSettled(Array.from({ length: 20 }, () => change('wrong')));
    const codes = guesses.map((guess) => guess.status === 'rejected' && guess.reason.code);
    expect(codes.filter((code) => code === 'invalid')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(10);

    await expect(change(password)).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});
