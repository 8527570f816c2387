import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { maxStreamsPerUser, maxWaitingVerifications } from '#server/limits.ts';
import { givePassword, accountPassword as password } from '#server/testing/account.ts';
import { type Answer, send } from '#server/testing/http-client.ts';
import { readEvents } from '#server/testing/read-events.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import { openForm, sessionOf } from '#server/testing/sign-in-form.ts';
import { cleanUp, type Leadgate, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';

const database = withTestDatabase();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await createTenant(database.db);
});
afterAll(cleanUp);

/** Locks a table until what is sent meanwhile has its first answer; gives that and all the others. */
async function whileLocked(
  lock: 'leads in access exclusive mode' | 'sign_in_failures in exclusive mode',
  sendAll: () => Promise<Answer>[],
): Promise<{ first: Answer; all: Answer[] }> {
  const { answers, first } = await database.sql.begin(async (sql) => {
    await sql.unsafe(`lock table ${lock}`);
    const sent = sendAll();
    return { answers: sent, first: await Promise.race(sent) };
  });
  return { first, all: await Promise.all(answers) };
}

const memberHeaders = async () => {
  const { host, company, newMember } = tenant;
  return Object.fromEntries(await sessionHeaders(host, company.slug, await newMember('agent')));
};

/* What exists once in the process is of another copy of the code than what answers. */
describe.each(['server/main.ts', 'next start'] as const)('behind %s', (program) => {
  let server: Leadgate;

  beforeAll(async () => {
    server = await startLeadgate({ program, databaseUrl: database.url }).ready;
    // Next alone listens before it has begun: tables may be locked after its first answer.
    const headers = { host: tenant.host };
    await send(server.port, { method: 'GET', path: '/sign-in', headers });
  });

  it('one export too many is refused with 429', async () => {
    const headers = await memberHeaders();
    const path = `/${tenant.company.slug}/leads/export`;
    const { first, all } = await whileLocked('leads in access exclusive mode', () =>
      Array.from({ length: 3 }, () => send(server.port, { method: 'GET', path, headers })),
    );

    expect(first).toMatchObject({ status: 429, headers: { 'retry-after': '30' } });
    expect(all.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });

  it('one stream too many of a user is refused with its reason', async () => {
    const headers = { ...(await memberHeaders()), accept: 'text/event-stream' };
    const path = `/api/trpc/changes.follow?company=${tenant.company.slug}`;
    const follow = async () => {
      const response = await new Promise<Readable>((resolve, reject) => {
        const call = { port: server.port, host: '127.0.0.1', agent: false, path, headers };
        request(call, resolve).on('error', reject).end();
      });
      const stream = readEvents(response);
      await stream.next();
      return { stream, event: await stream.next() };
    };
    const open = await Promise.all(Array.from({ length: maxStreamsPerUser }, follow));
    expect(new Set(open.map(({ event }) => event?.event))).toEqual(new Set(['message']));
    const refused = await follow();

    expect(refused.event).toMatchObject({
      event: 'serialized-error',
      data: { message: 'Too many open screens', data: { code: 'TOO_MANY_REQUESTS' } },
    });
    for (const { stream } of [...open, refused]) await stream.leave();
  });

  it('in a crowd, a right password is told to come again, and is not called wrong', async () => {
    const { applicationId, host } = tenant;
    const user = await createUser(database.db, { applicationId, passwordHash: 'none' });
    await givePassword(database.db, user.id);
    const submit = await openForm('callback/credentials', { port: server.port, host });
    const crowd = availableParallelism() + maxWaitingVerifications + 1;
    const { first, all } = await whileLocked('sign_in_failures in exclusive mode', () =>
      Array.from({ length: crowd }, () =>
        submit([
          ['email', user.email],
          ['password', password],
        ]),
      ),
    );

    expect(first).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect(all.filter((answer) => sessionOf(answer))).toHaveLength(crowd - 1);
  });
});
