import { request } from 'node:http';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMember, createUser } from '#db/factories/users.ts';
import { withTestDatabase } from '#db/testing.ts';
import { contractFixture } from '#server/testing/contract-fixture.ts';
import { readEvents } from '#server/testing/read-events.ts';
import { send } from '#server/testing/send.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import { type Leadgate, startLeadgate, testSecrets } from '#server/testing/start-leadgate.ts';

const database = withTestDatabase();
let fixture: Awaited<ReturnType<typeof contractFixture>>;
let address: { path: string; headers: Record<string, string> };

beforeAll(async () => {
  fixture = await contractFixture(database.db);
  const { companyId } = fixture;
  const [company] = await database.sql<{ slug: string; application_id: string }[]>`
    select slug, application_id from companies where id = ${companyId}`;
  const { slug = '', application_id: applicationId = '' } = company ?? {};
  const { id: userId } = await createUser(database.db, { applicationId, passwordHash: 'none' });
  await createMember(database.db, { applicationId, companyId, userId, role: 'viewer' });
  const claims = { userId, applicationId };
  const headers = await sessionHeaders(fixture.host, slug, claims, testSecrets.AUTH_SECRET);
  /* As a browser does. Compressed, the events would be held back. */
  address = {
    path: `/api/trpc/changes.follow?company=${slug}`,
    headers: {
      host: fixture.host,
      cookie: headers.get('cookie') ?? '',
      'accept-encoding': 'gzip, deflate, br',
    },
  };
});

const createLead = ({ port }: Leadgate) =>
  send(port, {
    path: `/leads/public/${fixture.stepId}`,
    headers: {
      host: fixture.host,
      'x-api-key': fixture.secrets.good,
      'content-type': 'application/json',
    },
    body: '{"name":"Ada"}',
  });

/** Subscribes as a browser does, on a connection of its own. */
async function follow({ port }: Leadgate) {
  const response = await new Promise<Readable>((resolve, reject) => {
    const call = { port, host: '127.0.0.1', agent: false, ...address };
    request(call, resolve).on('error', reject).end();
  });
  const stream = readEvents(response);
  await stream.until({ steps: null });
  return stream;
}

describe.each(['server/main.ts', 'next start'] as const)('behind %s', (program) => {
  const other = program === 'next start' ? 'server/main.ts' : 'next start';
  let served: Leadgate;
  let elsewhere: Leadgate;

  beforeAll(async () => {
    [served, elsewhere] = await Promise.all([
      startLeadgate({ program, databaseUrl: database.url }).ready,
      startLeadgate({ program: other, databaseUrl: database.url }).ready,
    ]);
  });
  afterAll(async () => {
    await Promise.all([served, elsewhere].map((each) => each?.stop()));
  });

  it('streams a lead that another process has stored', async () => {
    const stream = await follow(served);
    expect((await createLead(elsewhere)).status).toBe(201);
    const taken = performance.now();
    await stream.until({ steps: [fixture.stepId] });
    /* A fifth of a second at most, and what a busy machine adds. */
    expect(performance.now() - taken).toBeLessThan(3_000);
    await stream.leave();
  });

  it('ends open streams at once on SIGTERM', async () => {
    const streams = await Promise.all([follow(served), follow(served)]);
    const stopping = performance.now();
    const stopped = served.stop();
    for (const stream of streams) {
      expect(await stream.next()).toMatchObject({ event: 'return' });
      expect(await stream.next()).toBeUndefined();
    }
    await stopped;
    /* After three seconds it would have been cut. */
    expect(performance.now() - stopping).toBeLessThan(3_000);
  });
});
