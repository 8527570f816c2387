import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { everything } from '#db/values/changes.ts';
import { getRuntime } from '#server/runtime.ts';
import { deactivateApiKey } from '#server/services/api-keys/deactivate-api-key.ts';
import { calls } from '#server/testing/account.ts';
import { readEvents } from '#server/testing/read-events.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import { createFullTenant, type FullTenant, type Member } from '#server/testing/tenant.ts';
import { userChanges } from '#server/testing/user-changes.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { withEvents } from '#server/testing/with-events.ts';
import { answerPanelRequest } from './handle-panel-request.ts';
import { panelServices } from './panel-services.ts';

const base = withTestDatabase();
/** Two processes on one database. */
const [here, there] = [withEvents(base), withEvents(base)];
withWebServer(() => base.url);
const host = 'own.test';

let own: FullTenant;
let other: FullTenant;
let claims: Member;

beforeAll(async () => {
  own = await createFullTenant(base.db, { host });
  other = await createFullTenant(base.db, { applicationId: own.applicationId });
  claims = await own.newMember('agent');
});

beforeEach(async () => {
  await vi.waitFor(() => {
    for (const { announcements } of [here, there]) expect(announcements.isConnected).toBe(true);
  });
});

interface Call {
  company?: string;
  session?: typeof claims | null;
  body?: object;
}

/** As a browser calls the process that is here; the company goes with the address. */
async function call(
  procedure: string,
  { company = own.company.slug, session = claims, body }: Call = {},
): Promise<Response> {
  const headers = await sessionHeaders(host, company, session);
  headers.delete('x-leadgate-company');
  const text = JSON.stringify(body);
  if (body) {
    headers.set('content-type', 'application/json');
    headers.set('content-length', String(Buffer.byteLength(text)));
  }
  const url = `http://${host}/api/trpc/${procedure}?company=${company}`;
  const request = new Request(url, { headers, ...(body && { method: 'POST', body: text }) });

  return answerPanelRequest(
    {
      ...panelServices(getRuntime()),
      db: base.db,
      calls,
      events: here.events,
      sessions: here.sessions,
    },
    request,
  );
}

const follow = async (given?: Call) => readEvents((await call('changes.follow', given)).body);

describe('the stream', () => {
  test('cannot be compressed or kept, and begins with everything', async () => {
    const response = await call('changes.follow');
    const stream = readEvents(response.body);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream');
    expect(response.headers.get('cache-control')).toMatch(/no-transform.*no-store/);

    expect(await stream.next()).toMatchObject({ event: 'connected' });
    expect(await stream.next()).toEqual({ event: 'message', data: everything });
    await stream.leave();
  });

  test('tells what another process has noted, and nothing of another company', async () => {
    const stream = await follow();
    await stream.until(everything);
    there.events.publish(other.companyId, { steps: [other.step.id] });
    there.events.publish(own.companyId, { steps: [own.step.id] });

    expect(await stream.next()).toEqual({ event: 'message', data: { steps: [own.step.id] } });
    await stream.leave();
  });

  test('tells what a member has done in the panel, once it is done', async () => {
    const stream = await follow();
    await stream.until(everything);
    const stays = { id: own.lead.id, step: { from: own.step.id, to: other.step.id } };
    expect((await call('leads.move', { body: stays })).status).toBe(404);

    const moves = { id: own.lead.id, step: { from: own.step.id, to: own.otherStep.id } };
    expect((await call('leads.move', { body: moves })).status).toBe(200);

    const data = { leads: [own.lead.id], steps: [own.step.id, own.otherStep.id], audit: 'all' };
    expect(await stream.next()).toEqual({ event: 'message', data });
    await stream.leave();
  });

  test('tells what the command line has done', async () => {
    const { id } = await own.newKey();
    const stream = await follow();
    await stream.until(everything);
    await deactivateApiKey(base.db, own.system, { id });
    expect(await stream.next()).toEqual({ event: 'message', data: { keys: [id], audit: 'all' } });
    await stream.leave();
  });

  test('asks to look at everything after the connection to the database was lost', async () => {
    const stream = await follow();
    await stream.until(everything);
    await base.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'leadgate change listener' and datname = current_database()`;

    await stream.until(everything);
    await stream.leave();
  });
});

describe('check 41: a stream ends with its session', () => {
  test.each(Object.entries(userChanges))('%s', async (_, change) => {
    const session = await own.newMember('agent');
    const [stream, neighbour] = [await follow({ session }), await follow()];
    await Promise.all([stream, neighbour].map((each) => each.until(everything)));
    await change(base.db, session.userId);

    let last = await stream.next();
    while (last?.event === 'message') last = await stream.next();
    expect(last).toMatchObject({ event: 'return' });
    expect(await stream.next()).toBeUndefined();
    const again = await follow({ session });
    await again.next();
    expect(await again.next()).toMatchObject({ data: { data: { code: 'UNAUTHORIZED' } } });
    expect(here.events.subscriberCount).toBe(1);
    await neighbour.leave();
  });
});

describe('streams that end', () => {
  test('when the client leaves', async () => {
    const streams = await Promise.all(Array.from({ length: 20 }, () => follow()));
    await Promise.all(streams.map((stream) => stream.until(everything)));
    await vi.waitFor(() => expect(here.events.subscriberCount).toBe(20));

    await Promise.all(streams.map((stream) => stream.leave()));
    await vi.waitFor(() => expect(here.events.subscriberCount).toBe(0));
  });

  test('when it never began to read', async () => {
    const response = await call('changes.follow');
    await response.body?.cancel();
    await vi.waitFor(() => expect(here.events.subscriberCount).toBe(0));
  });
});

test('one user has a bounded number of streams; those of others are open', async () => {
  const session = await own.newMember('agent');
  const streams = await Promise.all(Array.from({ length: 40 }, () => follow({ session })));
  const events = await Promise.all(
    streams.map(async (stream) => {
      await stream.next();
      return stream.next();
    }),
  );
  expect(events.filter((event) => event?.event === 'message')).toHaveLength(32);
  for (const refused of events.filter((event) => event?.event !== 'message'))
    expect(refused).toMatchObject({
      event: 'serialized-error',
      data: { message: 'Too many open screens', data: { code: 'TOO_MANY_REQUESTS' } },
    });
  const neighbour = await follow();
  await neighbour.until(everything);

  await Promise.all([...streams, neighbour].map((stream) => stream.leave()));
  await vi.waitFor(() => expect(here.events.subscriberCount).toBe(0));
});

test.each<[string, string, () => Call]>([
  ['without a session', 'UNAUTHORIZED', () => ({ session: null })],
  ['of a company one is no member of', 'NOT_FOUND', () => ({ company: other.company.slug })],
  ['of no company', 'NOT_FOUND', () => ({ company: '' })],
])('a stream %s is refused', async (_, code, given) => {
  const stream = await follow(given());
  expect(await stream.next()).toMatchObject({ event: 'connected' });
  expect(await stream.next()).toMatchObject({
    event: 'serialized-error',
    data: { data: { code } },
  });
  expect(await stream.next()).toBeUndefined();
  expect(here.events.subscriberCount).toBe(0);
});

/** The last test: no stream can be opened afterwards. */
test('ends in good order when the process stops', async () => {
  const stream = await follow();
  await stream.until(everything);
  here.events.drain();

  expect(await stream.next()).toMatchObject({ event: 'return' });
  expect(await stream.next()).toBeUndefined();
});
