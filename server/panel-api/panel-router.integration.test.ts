import { TRPCError } from '@trpc/server';
import { pino } from 'pino';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMember } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { roles } from '#db/values/access.ts';
import { client, verifications } from '#server/testing/account.ts';
import { fingerprint } from '#server/testing/fingerprint.ts';
import { panelAccess } from '#server/testing/panel-table.ts';
import { authSecret, keyPepper } from '#server/testing/secrets.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import {
  createFullTenant,
  createTenant,
  type FullTenant,
  type Tenant,
} from '#server/testing/tenant.ts';
import { userChanges } from '#server/testing/user-changes.ts';
import { withEvents } from '#server/testing/with-events.ts';
import { startSession } from '../services/session/start-session.ts';
import { createPanelContext } from './panel-context.ts';
import { panelRouter } from './panel-router.ts';
import { createCallerFactory } from './panel-trpc.ts';

const base = withTestDatabase();
const live = withEvents(base);
const log = pino({ level: 'silent' });
const createCaller = createCallerFactory(panelRouter);

const paths = Object.keys(panelRouter._def.procedures).sort();

let applicationId: string;
let elsewhere: Tenant;
let own: FullTenant;

beforeAll(async () => {
  ({ applicationId } = await createTenant(base.db));
  elsewhere = await createTenant(base.db);
});

beforeEach(async () => {
  own = await createFullTenant(base.db, { applicationId });
});

interface Caller {
  claims: Parameters<typeof sessionHeaders>[2];
  host?: string;
}

/** The code that a call is refused with, or `OK`. The input is parsed by the procedure, not here. */
async function codeOf(path: string, { claims, host = own.host }: Caller, input: unknown) {
  const headers = await sessionHeaders(host, own.company.slug, claims);
  const { events, sessions } = live;
  const services = {
    db: base.db,
    events,
    sessions,
    log,
    verifications,
    authSecret,
    keyPepper,
  };
  const caller: unknown = createCaller(createPanelContext(services, headers));
  const procedure = path
    .split('.')
    .reduce<unknown>((part, key) => Reflect.get(Object(part), key), caller);
  if (typeof procedure !== 'function') throw new Error(`${path} cannot be called`);

  try {
    await procedure(input);
    return 'OK';
  } catch (error) {
    if (!(error instanceof TRPCError)) throw error;
    return error.code;
  }
}

/** Who is turned away before the input is looked at, whatever the procedure. */
const strangers: Record<string, { code: string; make(): Promise<Caller> }> = {
  anonymous: { code: 'UNAUTHORIZED', make: async () => ({ claims: null }) },
  'session of another application': {
    code: 'UNAUTHORIZED',
    make: async () => ({ claims: await elsewhere.newMember('admin') }),
  },
  'own session on a host of another application': {
    code: 'UNAUTHORIZED',
    make: async () => ({
      claims: await own.newMember('admin'),
      host: elsewhere.host,
    }),
  },
  'session that lies about its application': {
    code: 'UNAUTHORIZED',
    make: async () => {
      return { claims: { ...(await elsewhere.newMember('admin')), applicationId } };
    },
  },
  'ended session': {
    code: 'UNAUTHORIZED',
    make: async () => {
      const claims = await own.newMember('admin');
      await base.sql`delete from sessions where id = ${claims.sessionId}`;
      return { claims };
    },
  },
  "another user's session": {
    code: 'UNAUTHORIZED',
    make: async () => {
      const { sessionId } = await own.newMember('admin');
      return { claims: { ...(await own.newMember('admin')), sessionId } };
    },
  },
  'deactivated user': {
    code: 'UNAUTHORIZED',
    make: async () => {
      const claims = await own.newMember('admin');
      await base.sql`update users set deactivated_at = now() where id = ${claims.userId}`;
      return { claims };
    },
  },
  'member of another company': {
    code: 'NOT_FOUND',
    make: async () => {
      const tenant = await createTenant(base.db, { applicationId });
      return { claims: await tenant.newMember('admin') };
    },
  },
};

const fingerprintOf = (companyId: string) => fingerprint(base, companyId);

const isRefused = (role: (typeof roles)[number], needed: (typeof roles)[number]) =>
  roles.indexOf(role) < roles.indexOf(needed);

test('check 15: the table holds every procedure and no other', () => {
  expect(Object.keys(panelAccess).sort()).toEqual(paths);
});

/** The traffic of a step counts leads of all owners. */
const readByAdmins = ['audit.list', 'steps.traffic'];

test('what reads is open to viewers, but for what admins need, and so is one’s own account; only work on leads is to agents', () => {
  for (const [path, { role }] of Object.entries(panelAccess)) {
    const { type } = Reflect.get(panelRouter._def.procedures, path)._def;
    const changing = path.startsWith('leads.') ? 'agent' : 'admin';
    const isForAll = type !== 'mutation' && !readByAdmins.includes(path);
    const isOwn = /^(account|notifications|views)\./.test(path);
    expect([path, role]).toEqual([path, isForAll || isOwn ? 'viewer' : changing]);
  }
});

describe.each(paths)('check 15: %s', (path) => {
  const access = panelAccess[path];
  if (!access) return;

  describe.each(Object.entries(strangers))('%s', (_, { code, make }) => {
    test(`${code}, whatever the input, and nothing is changed`, async () => {
      const caller = await make();
      const before = await fingerprintOf(own.companyId);

      expect(await codeOf(path, caller, access.input(own))).toBe(code);
      expect(await codeOf(path, caller, { nonsense: true })).toBe(code);
      expect(await fingerprintOf(own.companyId)).toBe(before);
    });
  });

  test.each(roles)('%s', async (role) => {
    const claims = await own.newMember(role);
    await access.prepare?.(base.db, claims.userId, own);
    const refused = isRefused(role, access.role);
    const before = await fingerprintOf(own.companyId);
    const nonsense = await codeOf(path, { claims }, { nonsense: true });
    const hasInput = access.input(own) !== undefined;

    expect(nonsense).toBe(refused ? 'FORBIDDEN' : hasInput ? 'BAD_REQUEST' : 'OK');
    if (refused || hasInput) expect(await fingerprintOf(own.companyId)).toBe(before);
    expect(await codeOf(path, { claims }, access.input(own))).toBe(refused ? 'FORBIDDEN' : 'OK');
    if (refused) expect(await fingerprintOf(own.companyId)).toBe(before);
  });

  test.each(['own', 'other'] as const)(
    'ids of another company (%s application) are not found and nothing is changed',
    async (application) => {
      const id = application === 'own' ? applicationId : elsewhere.applicationId;
      const other = await createFullTenant(base.db, { applicationId: id });
      const claims = await own.newMember('admin');
      const before = [await fingerprintOf(own.companyId), await fingerprintOf(other.companyId)];

      for (const input of access.foreign(own, other)) {
        expect(await codeOf(path, { claims }, input)).toBe('NOT_FOUND');
      }
      expect([await fingerprintOf(own.companyId), await fingerprintOf(other.companyId)]).toEqual(
        before,
      );
    },
  );
});

test('check 15: even a member of both companies cannot mix their ids', async () => {
  const other = await createFullTenant(base.db, { applicationId });
  const claims = await own.newMember('admin');
  await createMember(base.db, { ...claims, companyId: other.companyId });

  for (const path of paths) {
    for (const input of panelAccess[path]?.foreign(own, other) ?? []) {
      expect([path, await codeOf(path, { claims }, input)]).toEqual([path, 'NOT_FOUND']);
    }
  }
});

test('a changed role, a lost membership and a deactivated user count from the next call on', async () => {
  const claims = await own.newMember('admin');
  const input = { id: own.funnel.id, name: 'X' };
  const rename = async (version: number) => {
    await base.sql`update sessions set session_version = ${version} where id = ${claims.sessionId}`;
    return codeOf('funnels.rename', { claims }, input);
  };
  expect(await rename(1)).toBe('OK');

  await userChanges.role(base.db, claims.userId);
  expect(await rename(1)).toBe('UNAUTHORIZED');
  expect(await rename(2)).toBe('FORBIDDEN');
  await userChanges.membership(base.db, claims.userId);
  expect(await rename(2)).toBe('UNAUTHORIZED');
  expect(await rename(3)).toBe('NOT_FOUND');
  await userChanges.deactivated(base.db, claims.userId);
  expect(await rename(3)).toBe('UNAUTHORIZED');
  expect(await rename(4)).toBe('UNAUTHORIZED');
});

test('a session counts for seven days since its sign-in, by the clock of the database', async () => {
  const member = await own.newMember('viewer');
  const aged = async (seconds: number) => {
    const claims = await startSession(base.db, { ...member, sessionVersion: 1 }, client);
    await base.sql`
      update sessions set expires_at = expires_at - make_interval(secs => ${seconds})
      where id = ${claims.sessionId}`;
    return codeOf('session.get', { claims }, undefined);
  };
  const week = 7 * 24 * 3_600;

  expect(await aged(week - 60)).toBe('OK');
  expect(await aged(week)).toBe('UNAUTHORIZED');
});
