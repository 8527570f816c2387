import { request } from 'node:http';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { everything } from '#db/values/changes.ts';
import { send } from '#server/testing/http-client.ts';
import { readEvents } from '#server/testing/read-events.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import { type Leadgate, startLeadgate } from '#server/testing/start-leadgate.ts';
import { createTenant, type Tenant } from '#server/testing/tenant.ts';

const database = withTestDatabase();
let tenant: Tenant;
let address: { path: string; headers: Record<string, string> };

beforeAll(async () => {
  tenant = await createTenant(database.db);
  const { slug } = tenant.company;
  const headers = await sessionHeaders(tenant.host, slug, await tenant.newMember('viewer'));
  /* As a browser does. Compressed, the events would be held back. */
  address = {
    path: `/api/trpc/changes.follow?company=${slug}`,
    headers: {
      host: tenant.host,
      cookie: headers.get('cookie') ?? '',
      'accept-encoding': 'gzip, deflate, br',
    },
  };
});

const createLead = ({ port }: Leadgate) =>
  send(port, {
    path: `/leads/public/${tenant.stepId}`,
    headers: {
      host: tenant.host,
      'x-api-key': tenant.secret,
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
  await stream.until(everything);
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
    const { status, json } = await createLead(elsewhere);
    expect(status).toBe(201);
    const taken = performance.now();
    const named = { leads: [Object(json).data.id], steps: [tenant.stepId], keys: [tenant.key.id] };
    await stream.until(named);
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
