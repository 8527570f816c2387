import { beforeEach, describe, expect, test } from 'vitest';
import { createUser as insertUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { readAuditLog, withFullAuditLog } from '#server/testing/audit-log.ts';
import { fingerprint } from '#server/testing/fingerprint.ts';
import { createTenants, type FullTenant } from '#server/testing/tenant.ts';
import type { UserActor } from '../actor.ts';
import { createUser } from '../users/create-user.ts';
import { setRole } from '../users/set-role.ts';
import { recordUserAudit } from './record-audit.ts';

const base = withTestDatabase();
const commandLine = { kind: 'system', name: 'Command line' } as const;

let actor: UserActor;
let tenant: FullTenant;
let foreign: FullTenant;

beforeEach(async () => {
  ({ actor, tenant, foreign } = await createTenants(base.db, 'admin'));
});

const log = (companyId = tenant.companyId) => readAuditLog(base, companyId);

describe('check 45: members', () => {
  const roleEntry = (action: string, details: object) => ({
    action,
    actor_name: 'Command line',
    actor_kind: 'system',
    details,
  });

  test('a created user is recorded with the role', async () => {
    const input = { email: 'ada@x.test', name: 'Ada', password: 'long enough to do' };
    const create = () =>
      createUser(base.db, commandLine, {
        ...input,
        companySlug: tenant.company.slug,
        role: 'agent',
      });
    const { id } = await create();
    await expect(create()).rejects.toThrow();

    expect(await log()).toMatchObject([
      { ...roleEntry('members.add', { role: 'agent' }), subject_id: id, subject_name: 'Ada' },
    ]);
  });

  test('a first role is recorded as joining, another one as a change, the same one not at all', async () => {
    const { applicationId } = actor;
    const user = await insertUser(base.db, { applicationId, passwordHash: 'none' });
    const give = (role: 'viewer' | 'admin') =>
      setRole(base.db, commandLine, {
        email: user.email,
        companySlug: tenant.company.slug,
        role,
      });
    for (const role of ['viewer', 'viewer', 'admin'] as const) await give(role);

    expect(await log()).toMatchObject([
      { ...roleEntry('members.add', { role: 'viewer' }), subject_id: user.id },
      roleEntry('members.changeRole', { role: { from: 'viewer', to: 'admin' } }),
    ]);
    expect(await log(foreign.companyId)).toEqual([]);
  });

  test('a change of a user is in the log of each company of the user', async () => {
    await setRole(base.db, commandLine, {
      email: actor.name,
      companySlug: foreign.company.slug,
      role: 'viewer',
    });
    await recordUserAudit(base.db, actor, { userId: actor.userId, action: 'users.changePassword' });

    for (const companyId of [tenant.companyId, foreign.companyId]) {
      expect((await log(companyId)).at(-1)).toMatchObject({
        action: 'users.changePassword',
        actor_id: actor.userId,
        subject_id: actor.userId,
        address: actor.address,
      });
    }
  });

  test('an entry is rolled back with its transaction', async () => {
    const change = base.db.transaction(async (tx) => {
      const { userId } = actor;
      await recordUserAudit(tx, commandLine, { userId, action: 'users.deactivate' });
      throw new Error('refused');
    });

    await expect(change).rejects.toThrow('refused');
    expect(await log()).toEqual([]);
  });
});

describe('check 45: with an entry that cannot be stored', () => {
  withFullAuditLog(base);

  test('no user becomes a member or gets another role', async () => {
    const { applicationId } = actor;
    const { email } = await insertUser(base.db, { applicationId, passwordHash: 'none' });
    const companySlug = tenant.company.slug;
    const unchanged = await fingerprint(base.db, tenant.companyId);
    const person = { email: 'no@x.test', name: 'No', password: 'long enough to do' };

    for (const attempt of [
      () => createUser(base.db, commandLine, { ...person, companySlug, role: 'admin' }),
      () => setRole(base.db, commandLine, { email, companySlug, role: 'admin' }),
      () => setRole(base.db, commandLine, { email: actor.name, companySlug, role: 'viewer' }),
    ]) {
      await expect(attempt()).rejects.toThrow();
    }
    expect(await fingerprint(base.db, tenant.companyId)).toEqual(unchanged);
  });
});
