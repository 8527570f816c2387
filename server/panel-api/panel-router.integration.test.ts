import { TRPCError } from '@trpc/server';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { createMember } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { roles } from '#db/values/access.ts';
import { calls, client } from '#server/testing/account.ts';
import { fingerprint } from '#server/testing/fingerprint.ts';
import { panelAccess } from '#server/testing/panel-table.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import {
  createFullTenant,
  createTenant,
  type FullTenant,
  type Member,
} from '#server/testing/tenant.ts';
import { userChanges } from '#server/testing/user-changes.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { getRuntime } from '../runtime.ts';
import { startSession } from '../services/session/start-session.ts';
import { createPanelContext } from './panel-context.ts';
import { panelRouter } from './panel-router.ts';
import { panelServices } from './panel-services.ts';
import { createCallerFactory } from './panel-trpc.ts';

const base = withTestDatabase();
withWebServer(() => base.url);
const createCaller = createCallerFactory(panelRouter);

const paths = Object.keys(panelRouter._def.procedures).sort();

let applicationId: string;
let own: FullTenant;
/** A company beside `own`, and one of another application. */
let others: FullTenant[];
/** A company of another application, whose host and members are used. */
let elsewhere: FullTenant;
let members: Record<(typeof roles)[number], Member>;
let strangers: Stranger[];

interface Caller {
  claims: Parameters<typeof sessionHeaders>[2];
  host?: string;
}

interface Stranger extends Caller {
  who: string;
  code: string;
}

beforeAll(async () => {
  ({ applicationId } = await createTenant(base.db));
  own = await createFullTenant(base.db, { applicationId });
  elsewhere = await createFullTenant(base.db);
  others = [await createFullTenant(base.db, { applicationId }), elsewhere];
  members = {
    viewer: await own.newMember('viewer'),
    agent: await own.newMember('agent'),
    admin: await own.newMember('admin'),
  };
  strangers = await createStrangers();
});

/** The code that a call is refused with, or `OK`. The input is parsed by the procedure, not here. */
async function codeOf(
  db: Database,
  path: string,
  { claims, host = own.host }: Caller,
  input: unknown,
): Promise<string> {
  const headers = await sessionHeaders(host, own.company.slug, claims);
  const services = { ...panelServices(getRuntime()), db, calls };
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
async function createStrangers(): Promise<Stranger[]> {
  const [ended, deactivated] = [await own.newMember('admin'), await own.newMember('admin')];
  await base.sql`delete from sessions where id = ${ended.sessionId}`;
  await base.sql`update users set deactivated_at = now() where id = ${deactivated.userId}`;
  const foreign = await elsewhere.newMember('admin');
  const { sessionId } = members.admin;
  const code = 'UNAUTHORIZED';
  return [
    { who: 'anonymous', code, claims: null },
    { who: 'session of another application', code, claims: foreign },
    {
      who: 'own session on a host of another application',
      code,
      claims: members.admin,
      host: elsewhere.host,
    },
    {
      who: 'session that lies about its application',
      code,
      claims: { ...foreign, applicationId },
    },
    { who: 'ended session', code, claims: ended },
    {
      who: "another user's session",
      code,
      claims: { ...(await own.newMember('admin')), sessionId },
    },
    { who: 'deactivated user', code, claims: deactivated },
    {
      who: 'member of another company',
      code: 'NOT_FOUND',
      claims: await (await createTenant(base.db, { applicationId })).newMember('admin'),
    },
  ];
}

class Rollback extends Error {}

/** Runs work in a transaction, or within one in a savepoint, and takes back what it changed. */
async function takenBack(db: Database, work: (tx: Database) => Promise<void>): Promise<void> {
  const run = db.transaction(async (tx) => {
    await work(tx);
    throw new Rollback();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
}

const fingerprints = (db: Database) =>
  Promise.all([own, ...others].map(({ companyId }) => fingerprint(db, companyId)));

const isRefused = (role: (typeof roles)[number], needed: (typeof roles)[number]) =>
  roles.indexOf(role) < roles.indexOf(needed);

test('check 15: the table holds every procedure and no other', () => {
  expect(Object.keys(panelAccess).sort()).toEqual(paths);
});

/** The traffic of a step counts leads of all owners, and requests are of any. */
const readByAdmins = [
  'audit.list',
  'replays.list',
  'replays.preview',
  'replays.results',
  'steps.traffic',
];
/** What it reads does not fit into an address. */
const readingMutation = 'apiKeys.tryBody';

test('what reads is open to viewers, but for what admins need, and so is one’s own account; only work on leads is to agents, but for erasing', () => {
  for (const [path, { role }] of Object.entries(panelAccess)) {
    const { type } = Reflect.get(panelRouter._def.procedures, path)._def;
    const changing = path.startsWith('leads.') && path !== 'leads.erase' ? 'agent' : 'admin';
    const isReading = type !== 'mutation' || path === readingMutation;
    const isForAll = isReading && !readByAdmins.includes(path);
    const isOwn = /^(account|notifications|views)\./.test(path);
    expect([path, role]).toEqual([path, isForAll || isOwn ? 'viewer' : changing]);
  }
});

describe.each(paths)('check 15: %s', (path) => {
  const access = panelAccess[path];
  if (!access) return;

  test('is refused to strangers, weaker roles and ids of other companies, and changes nothing then', () =>
    takenBack(base.db, async (db) => {
      const expectCode = async (who: string, caller: Caller, input: unknown, code: string) =>
        expect([who, await codeOf(db, path, caller, input)]).toEqual([who, code]);
      const input = access.input(own);
      const before = await fingerprints(db);

      for (const { who, code, ...caller } of strangers) {
        await expectCode(who, caller, input, code);
        await expectCode(who, caller, { nonsense: true }, code);
      }
      for (const role of roles) {
        const caller = { claims: members[role] };
        if (isRefused(role, access.role)) await expectCode(role, caller, input, 'FORBIDDEN');
        const nonsense = isRefused(role, access.role) ? 'FORBIDDEN' : 'BAD_REQUEST';
        if (input !== undefined) await expectCode(role, caller, { nonsense: true }, nonsense);
      }
      for (const other of others)
        for (const foreign of access.foreign(own, other))
          await expectCode(
            JSON.stringify(foreign),
            { claims: members.admin },
            foreign,
            'NOT_FOUND',
          );

      expect(await fingerprints(db)).toEqual(before);
    }));

  test(`is open to ${access.role}s and stronger roles`, async () => {
    for (const role of roles.filter((each) => !isRefused(each, access.role)))
      await takenBack(base.db, async (db) => {
        const claims = members[role];
        await access.prepare?.(db, claims.userId, own);
        expect([role, await codeOf(db, path, { claims }, access.input(own))]).toEqual([role, 'OK']);
      });
  });
});

test('check 15: even a member of both companies cannot mix their ids', async () => {
  const [other] = others;
  if (!other) throw new Error('There is another company from beforeAll on');
  const claims = await own.newMember('admin');
  await createMember(base.db, { ...claims, companyId: other.companyId });

  await takenBack(base.db, async (db) => {
    for (const path of paths) {
      for (const input of panelAccess[path]?.foreign(own, other) ?? []) {
        expect([path, await codeOf(db, path, { claims }, input)]).toEqual([path, 'NOT_FOUND']);
      }
    }
  });
});

test('a changed role, a lost membership and a deactivated user count from the next call on', async () => {
  const claims = await own.newMember('admin');
  const input = { id: own.funnel.id, name: 'X' };
  const rename = async (version: number) => {
    await base.sql`update sessions set session_version = ${version} where id = ${claims.sessionId}`;
    return codeOf(base.db, 'funnels.rename', { claims }, input);
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
    return codeOf(base.db, 'session.get', { claims }, undefined);
  };
  const week = 7 * 24 * 3_600;

  expect(await aged(week - 60)).toBe('OK');
  expect(await aged(week)).toBe('UNAUTHORIZED');
});
