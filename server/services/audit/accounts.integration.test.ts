import { beforeEach, describe, expect, test } from 'vitest';
import { createMember, createSession } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import {
  codeOf,
  givePassword,
  giveSecondFactor,
  identityDependencies,
  accountPassword as password,
  totpSecret,
} from '#server/testing/account.ts';
import { readAuditLog, withFullAuditLog } from '#server/testing/audit-log.ts';
import { panelAccess } from '#server/testing/panel-table.ts';
import { createTenants, type FullTenant, type Member } from '#server/testing/tenant.ts';
import { confirmSecondFactor } from '../second-factor/confirm-second-factor.ts';
import { disableSecondFactor } from '../second-factor/disable-second-factor.ts';
import { renewRecoveryCodes } from '../second-factor/renew-recovery-codes.ts';
import { resetSecondFactor } from '../second-factor/reset-second-factor.ts';
import { endOtherSessions, endSession } from '../session/end-session.ts';
import { activateUser } from '../users/activate-user.ts';
import { authenticateIdentity } from '../users/authenticate-identity.ts';
import { changePassword } from '../users/change-password.ts';
import { deactivateUser } from '../users/deactivate-user.ts';
import { setPassword } from '../users/set-password.ts';

const base = withTestDatabase();
const commandLine = { kind: 'system', name: 'Command line' } as const;
const newPassword = 'another horse battery';
const issuer = 'https://id.example';
const dependencies = { ...identityDependencies, renewSession: async () => {} };

let actor: Member;
let otherId: string;
let tenant: FullTenant;
let foreign: FullTenant;
let operated: { applicationSlug: string; email: string };

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'viewer'));
  const { applicationId, userId } = actor;
  await createMember(base.db, { applicationId, companyId: foreign.companyId, userId });
  await givePassword(base.db, userId);
  const [application] = await base.sql<{ slug: string }[]>`
    select slug from applications where id = ${applicationId}`;
  operated = { applicationSlug: application?.slug ?? '', email: actor.name };
});

const secondFactor = () => giveSecondFactor(base.db, actor.userId);
const begun = () => giveSecondFactor(base.db, actor.userId, { confirmed: false });
const deactivated = () =>
  base.sql`update users set deactivated_at = '2026-01-01' where id = ${actor.userId}`;
async function secondSession() {
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const columns = { userId: actor.userId, userAgent, address: '198.51.100.7' };
  otherId = (await createSession(base.db, columns)).id;
}
const come = ({ subject = actor.userId } = {}) =>
  authenticateIdentity(base.db, {
    applicationId: actor.applicationId,
    issuer,
    subject,
    verifiedEmail: operated.email,
    client: { address: actor.address, userAgent: '' },
  });

interface Act {
  action: string;
  by: 'user' | 'operator';
  /** Sets up the state before. */
  prepare?: () => Promise<unknown>;
  act: () => Promise<unknown>;
  details?: object;
}

const acts: Record<string, Act> = {
  deactivateUser: {
    action: 'users.deactivate',
    by: 'operator',
    act: () => deactivateUser(base.db, commandLine, operated),
  },
  activateUser: {
    action: 'users.activate',
    by: 'operator',
    prepare: deactivated,
    act: () => activateUser(base.db, commandLine, operated),
  },
  setPassword: {
    action: 'users.changePassword',
    by: 'operator',
    act: () => setPassword(base.db, commandLine, { ...operated, password: newPassword }),
  },
  resetSecondFactor: {
    action: 'users.removeSecondFactor',
    by: 'operator',
    prepare: secondFactor,
    act: () => resetSecondFactor(base.db, commandLine, operated),
  },
  changePassword: {
    action: 'users.changePassword',
    by: 'user',
    act: () => changePassword(base.db, actor, { password, newPassword }, dependencies),
  },
  confirmSecondFactor: {
    action: 'users.addSecondFactor',
    by: 'user',
    prepare: begun,
    act: () => confirmSecondFactor(base.db, actor, { code: codeOf(totpSecret) }, dependencies),
  },
  disableSecondFactor: {
    action: 'users.removeSecondFactor',
    by: 'user',
    prepare: secondFactor,
    act: () =>
      disableSecondFactor(base.db, actor, { password, code: codeOf(totpSecret) }, dependencies),
  },
  renewRecoveryCodes: {
    action: 'users.renewRecoveryCodes',
    by: 'user',
    prepare: secondFactor,
    act: () =>
      renewRecoveryCodes(base.db, actor, { password, code: codeOf(totpSecret) }, dependencies),
  },
  endSession: {
    action: 'users.endSession',
    by: 'user',
    prepare: secondSession,
    act: () => endSession(base.db, actor, { id: otherId }),
    details: { browser: 'Firefox on Linux', from: '198.51.100.7' },
  },
  endOtherSessions: {
    action: 'users.endOtherSessions',
    by: 'user',
    prepare: secondSession,
    act: () => endOtherSessions(base.db, actor, actor),
    details: { ended: 1 },
  },
  authenticateIdentity: {
    action: 'users.bindIdentity',
    by: 'user',
    act: () => come(),
    details: { issuer },
  },
};

test('check 45: what users do to their accounts is recorded, except what has no effect on others', () => {
  const without = [
    'account.get',
    'account.listSessions',
    'account.beginSecondFactor',
    'account.setTimeZone',
  ];
  const procedures = Object.keys(panelAccess).filter(
    (path) => path.startsWith('account.') && !without.includes(path),
  );

  const recorded = Object.keys(acts).map((verb) => `account.${verb}`);
  expect(recorded).toEqual(expect.arrayContaining(procedures));
});

/** What was done to the user, without sign-ins and sign-outs. */
async function changes(companyId: string) {
  const entries = await readAuditLog(base, companyId);
  return entries.filter(({ action }) => !action.startsWith('session.'));
}

const authorOf = ({ by }: Pick<Act, 'by'>) =>
  by === 'operator'
    ? { actor_kind: 'system', actor_id: null, actor_name: 'Command line', address: null }
    : {
        actor_kind: 'user',
        actor_id: actor.userId,
        actor_name: actor.name,
        address: actor.address,
      };

/** All that authenticates a user, except the codes that were used. */
async function account() {
  const [row] = await base.sql`
    select password_hash, deactivated_at, totp_secret, totp_confirmed_at, session_version,
      array(select code_hash from recovery_codes r where r.user_id = u.id order by 1) as codes,
      array(select s.id from sessions s where s.user_id = u.id order by 1) as sessions,
      array(select issuer from user_identities i where i.user_id = u.id order by 1) as issuers
    from users u where id = ${actor.userId}`;
  return row;
}

test.each(Object.entries(acts))(
  'check 45: %s is recorded once, in each company of the user',
  async (_, done) => {
    await done.prepare?.();
    await done.act();

    for (const { companyId } of [tenant, foreign]) {
      expect(await changes(companyId)).toEqual([
        {
          action: done.action,
          ...authorOf(done),
          subject_id: actor.userId,
          subject_name: actor.name,
          details: done.details ?? null,
        },
      ]);
    }
  },
);

describe('check 45: with an entry that cannot be stored', () => {
  withFullAuditLog(base);

  test.each(Object.entries(acts))('%s changes nothing', async (_, { prepare, act }) => {
    await prepare?.();
    const before = await account();

    await expect(act()).rejects.toThrow();
    expect(await account()).toEqual(before);
  });
});

describe('check 45: what changes nothing is not recorded', () => {
  test('by an operator', async () => {
    await activateUser(base.db, commandLine, operated);
    await begun();
    await resetSecondFactor(base.db, commandLine, operated);
    expect(await changes(tenant.companyId)).toEqual([]);

    for (const deactivate of [deactivateUser, deactivateUser])
      await deactivate(base.db, commandLine, operated);
    expect(await changes(tenant.companyId)).toHaveLength(1);
  });

  test('by the user', async () => {
    await begun();
    const wrong = { password: 'wrong', newPassword };
    const code = '000000';
    for (const attempt of [
      () => changePassword(base.db, actor, wrong, dependencies),
      () => changePassword(base.db, actor, { password, newPassword: 'short' }, dependencies),
      () => confirmSecondFactor(base.db, actor, { code }, dependencies),
      () => renewRecoveryCodes(base.db, actor, { password }, dependencies),
    ]) {
      await expect(attempt()).rejects.toThrow();
    }
    await secondFactor();
    await expect(
      disableSecondFactor(base.db, actor, { password, code }, dependencies),
    ).rejects.toThrow();

    expect(await changes(tenant.companyId)).toEqual([]);
  });
});

describe('check 45: a user of an OpenID provider', () => {
  const sessions = async () =>
    (await readAuditLog(base, tenant.companyId)).map(({ action }) => action);

  test('is recorded as a sign-in each time, and as bound the first time', async () => {
    await come();
    await come();

    expect(await sessions()).toEqual(['users.bindIdentity', 'session.signIn', 'session.signIn']);
  });

  test.each([false, true])(
    'is recorded as refused once deactivated, bound before: %s',
    async (bound) => {
      if (bound) await come();
      await deactivated();
      expect(await come()).toBeUndefined();

      const entries = await readAuditLog(base, tenant.companyId);
      expect(entries.at(-1)).toEqual({
        action: 'session.refuse',
        ...authorOf({ by: 'user' }),
        subject_id: null,
        subject_name: null,
        details: { reason: 'deactivated' },
      });
      expect(entries).toHaveLength(bound ? 3 : 1);
    },
  );

  test('another subject with the same address is not', async () => {
    await come();
    const before = await readAuditLog(base, tenant.companyId);
    expect(await come({ subject: 'another' })).toBeUndefined();

    expect(await readAuditLog(base, tenant.companyId)).toEqual(before);
  });
});
