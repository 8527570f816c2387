import { beforeEach, describe, expect, test } from 'vitest';
import { createSession } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { client } from '#server/testing/account.ts';
import { createTenants, type Member } from '#server/testing/tenant.ts';
import { deleteExpiredSignIns } from './delete-expired-sign-ins.ts';
import { endOtherSessions, endSession, signOut } from './end-session.ts';
import { isLiveSession, listLiveSessions } from './is-live-session.ts';
import { listSessions } from './list-sessions.ts';
import { startSession } from './start-session.ts';

const base = withTestDatabase();
let actor: Member;
let host: string;

beforeEach(async () => {
  const tenants = await createTenants(base.db, 'viewer');
  ({ actor } = tenants);
  ({ host } = tenants.tenant);
});

const list = () => listSessions(base.db, actor, actor);
const isLive = (sessionId = actor.sessionId) =>
  isLiveSession(base.db, { ...actor, sessionId }, { host, address: '198.51.100.1' });
const past = () => new Date(Date.now() - 60_000);

describe('number 13: the list of sessions', () => {
  test('has where, when and with which browser, the current one first, without those that have ended', async () => {
    const { userId } = actor;
    const hourAgo = new Date(Date.now() - 3_600_000);
    const columns = { userId, userAgent: client.userAgent, address: '198.51.100.7' };
    const older = await createSession(base.db, { ...columns, lastSeenAt: hourAgo });
    const newer = await createSession(base.db, columns);
    await createSession(base.db, { ...columns, expiresAt: past() });
    await createSession(base.db, { ...columns, sessionVersion: 0 });

    const rest = { signedInAt: expect.any(Date), lastSeenAt: expect.any(Date) };
    const other = { browser: 'Firefox on Windows', address: '198.51.100.7', isCurrent: false };
    expect(await list()).toEqual([
      {
        ...rest,
        id: actor.sessionId,
        browser: 'An unknown browser',
        address: '203.0.113.9',
        isCurrent: true,
      },
      { ...rest, ...other, id: newer.id },
      { ...rest, ...other, id: older.id, lastSeenAt: hourAgo },
    ]);
  });

  test('shows at most a hundred: the one that was not used for longest ends', async () => {
    const lastSeenAt = new Date(Date.now() - 3_600_000);
    const oldest = await createSession(base.db, { userId: actor.userId, lastSeenAt });
    for (let n = 0; n < 99; n += 1) {
      await startSession(base.db, { ...actor, sessionVersion: 1 }, client);
    }

    expect(await list()).toHaveLength(100);
    expect(await isLive(oldest.id)).toBe(false);
    expect(await isLive()).toBe(true);
  });
});

describe('number 13: a session', () => {
  test('ends alone', async () => {
    const { id } = await createSession(base.db, { userId: actor.userId });
    expect(await listLiveSessions(base.db, [id, actor.sessionId])).toEqual(
      new Set([id, actor.sessionId]),
    );
    await endSession(base.db, actor, { id });

    expect(await isLive(id)).toBe(false);
    expect(await isLive()).toBe(true);
    expect(await listLiveSessions(base.db, [id, actor.sessionId])).toEqual(
      new Set([actor.sessionId]),
    );
    await expect(endSession(base.db, actor, { id })).rejects.toMatchObject({ code: 'not_found' });
  });

  test('of another user is not found and goes on', async () => {
    const { actor: other } = await createTenants(base.db, 'viewer');
    const ending = endSession(base.db, actor, { id: other.sessionId });

    await expect(ending).rejects.toMatchObject({ code: 'not_found' });
    expect(await listLiveSessions(base.db, [other.sessionId])).toHaveLength(1);
  });

  test('is kept when all others end', async () => {
    const { actor: other } = await createTenants(base.db, 'viewer');
    for (let n = 0; n < 3; n += 1) await createSession(base.db, { userId: actor.userId });
    await createSession(base.db, { userId: actor.userId, expiresAt: past() });

    expect(await endOtherSessions(base.db, actor, actor)).toEqual({ ended: 3 });
    expect(await list()).toMatchObject([{ id: actor.sessionId }]);
    expect(await listLiveSessions(base.db, [other.sessionId])).toHaveLength(1);
  });

  test('ends with signing out', async () => {
    const { id } = await createSession(base.db, { userId: actor.userId });
    await signOut(base.db, actor, { address: '203.0.113.9' });

    expect(await isLive()).toBe(false);
    expect(await isLive(id)).toBe(true);
  });

  test('remembers when and where it was used, five minutes exactly', async () => {
    const seen = async (minutesAgo: number) => {
      const lastSeenAt = new Date(Date.now() - minutesAgo * 60_000);
      const { id } = await createSession(base.db, { userId: actor.userId, lastSeenAt });
      expect(await isLive(id)).toBe(true);
      const [row] = await base.sql`
        select address, last_seen_at > now() - interval '1 minute' as now from sessions
        where id = ${id}`;
      return row;
    };

    expect(await seen(4)).toEqual({ address: '203.0.113.9', now: false });
    expect(await seen(6)).toEqual({ address: '198.51.100.1', now: true });
  });
});

test('number 15: what has expired is deleted: sessions and failed sign-ins', async () => {
  const { userId } = actor;
  await createSession(base.db, { userId, expiresAt: past() });
  await base.sql`delete from sign_in_failures`;
  await base.sql`
    insert into sign_in_failures
    select 'ended ' || n, 1, now() - interval '1 second' from generate_series(1, 1500) n
    union all values ('counts', 1, now() + interval '1 minute')`;

  expect(await deleteExpiredSignIns(base.db)).toBe(true);
  expect(await deleteExpiredSignIns(base.db)).toBe(false);
  expect(await base.sql`select subject from sign_in_failures`).toEqual([{ subject: 'counts' }]);
  expect(await base.sql`select id from sessions where user_id = ${userId}`).toEqual([
    { id: actor.sessionId },
  ]);
});
