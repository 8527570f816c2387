import { Writable } from 'node:stream';
import { pino } from 'pino';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openPool } from '#db/client.ts';
import { withTestDatabase } from '#db/testing.ts';
import { getRuntime } from '#server/runtime.ts';
import { calls } from '#server/testing/account.ts';
import { sessionHeaders } from '#server/testing/session-headers.ts';
import { createFullTenant, type FullTenant, type Member } from '#server/testing/tenant.ts';
import { withWebServer } from '#server/testing/web-server.ts';
import { callsPerUser, maxWaitingCalls } from '../limits.ts';
import { answerPanelRequest } from './handle-panel-request.ts';
import { panelServices } from './panel-services.ts';

const base = withTestDatabase();
withWebServer(() => base.url);
const host = 'own.test';
const lines: string[] = [];
const log = pino(new Writable({ write: (chunk, _, next) => next(void lines.push(String(chunk))) }));

let tenant: FullTenant;
let claims: Member;

beforeAll(async () => {
  tenant = await createFullTenant(base.db, { host });
  claims = await tenant.newMember('admin');
});

interface Call {
  method?: 'GET' | 'POST';
  /** Sent as JSON, unless it is text or a stream, which needs a `content-length` of its own. */
  body?: unknown;
  headers?: Record<string, string>;
  db?: typeof base.db;
}

async function call(
  path: string,
  { method = 'POST', body, headers = {}, db = base.db }: Call = {},
) {
  const sent = await sessionHeaders(host, tenant.company.slug, claims);
  const isSent = typeof body === 'string' || body instanceof ReadableStream;
  const content = isSent ? body : JSON.stringify(body);
  if (method === 'POST') {
    sent.set('content-type', 'application/json');
    if (typeof content === 'string') sent.set('content-length', String(Buffer.byteLength(content)));
  }
  for (const [name, value] of Object.entries(headers)) sent.set(name, value);

  const request = new Request(`http://${host}/api/trpc/${path}`, {
    method,
    headers: sent,
    ...(method === 'POST' && { body: content, duplex: 'half' }),
  });
  const response = await answerPanelRequest(
    {
      ...panelServices(getRuntime()),
      db,
      log,
      calls,
    },
    request,
  );
  return { response, answer: await response.json() };
}

test('a refused change of a lead tells which change came first', async () => {
  const { id } = tenant.lead;
  const change = (to: string) =>
    call('leads.update', { body: { id, status: { from: 'new', to } } });
  expect((await change('lost')).response.status).toBe(200);
  const { response, answer } = await change('contacted');

  expect(response.status).toBe(409);
  expect(answer.error.data.conflict).toEqual({
    value: 'lost',
    event: {
      id: expect.any(String),
      leadId: expect.any(String),
      type: 'status',
      from: 'new',
      to: 'lost',
      field: null,
      text: null,
      editedAt: null,
      undoes: null,
      actorId: expect.any(String),
      actorKind: 'user',
      actorName: expect.any(String),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
    },
  });
});

test('a refusal tells code, status, request id and the fields', async () => {
  const { response, answer } = await call('funnels.create', {
    body: { name: ' ', steps: [{ name: 'ok' }, { name: 'a\0b' }] },
    headers: { 'x-request-id': 'given-1' },
  });

  expect(response.status).toBe(400);
  expect(response.headers.get('x-request-id')).toBe('given-1');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(answer.error).toEqual({
    code: -32600,
    message: 'Some fields need another look',
    data: {
      code: 'BAD_REQUEST',
      httpStatus: 400,
      requestId: 'given-1',
      issues: [
        { path: 'name', message: 'Enter a name' },
        { path: 'steps.1.name', message: 'Use plain text' },
      ],
    },
  });
});

test('a rule that refuses a field names it the same way', async () => {
  const { answer } = await call('apiKeys.delete', {
    body: { id: tenant.inactiveKey.id, name: 'another' },
  });
  expect(answer.error.data).toMatchObject({
    code: 'BAD_REQUEST',
    issues: [{ path: 'name', message: 'Type the name as it is shown' }],
  });
});

test('a year that the database does not have is refused', async () => {
  const input = encodeURIComponent(JSON.stringify({ what: 'all', from: '0000-12-31' }));
  const { response, answer } = await call(`audit.list?input=${input}`, { method: 'GET' });

  expect(response.status).toBe(400);
  expect(answer.error.data.issues).toEqual([{ path: 'from', message: 'Use a year from 0001 on' }]);
});

test('dates leave as ISO text', async () => {
  const input = encodeURIComponent(JSON.stringify({ id: tenant.lead.id }));
  const { response, answer } = await call(`leads.get?input=${input}`, { method: 'GET' });

  expect(response.status).toBe(200);
  expect(answer.result.data.createdAt).toBe(tenant.lead.createdAt.toISOString());
});

describe('what goes wrong inside', () => {
  const marker = 'Marker-In-A-Name';

  test('is not told, and the log has no values', async () => {
    await base.sql`alter table funnels add constraint refuse_marker check (name not like 'Marker%')`;
    const { response, answer } = await call('funnels.create', {
      body: { name: marker, steps: [] },
    });
    await base.sql`alter table funnels drop constraint refuse_marker`;

    expect(response.status).toBe(500);
    expect(answer.error.message).toBe('Internal server error');
    expect(answer.error.data).toEqual({
      code: 'INTERNAL_SERVER_ERROR',
      httpStatus: 500,
      requestId: response.headers.get('x-request-id'),
    });
    const logged = lines.join('');
    expect(logged).toContain('"constraint":"refuse_marker"');
    expect(logged).toContain('"code":"23514"');
    expect(logged).not.toMatch(/Marker-In|insert into/i);
  });

  test('with the database away, too', async () => {
    const away = openPool('postgres://nobody:secret-word@127.0.0.1:1/x', {
      name: 'away',
      connections: 1,
      statementTimeout: 1_000,
    });
    const { response, answer } = await call('funnels.create', {
      body: { name: marker, steps: [] },
      db: away.db,
    });
    await away.close();

    expect(response.status).toBe(503);
    expect(JSON.stringify(answer)).not.toMatch(/Marker|select|127\.0\.0\.1|secret-word|ECONN/i);
  });
});

test('two calls of a user run at once, also those of a batch, the next wait, and too many are refused', async () => {
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>();
  onTestFinished(() => free());
  const run = vi.spyOn(calls, 'run');
  onTestFinished(() => run.mockRestore());
  let running = 0;
  const held = Array.from({ length: callsPerUser + maxWaitingCalls - 2 }, () =>
    calls.run({ ...claims, companyId: tenant.companyId }, new AbortController().signal, () => {
      running += 1;
      return isFree;
    }),
  );
  const batch = call('session.get,session.get?batch=1&input={"0":{},"1":{}}', { method: 'GET' });
  await expect.poll(() => run.mock.calls.length).toBe(callsPerUser + maxWaitingCalls);

  const { response, answer } = await call('session.get?input={}', { method: 'GET' });
  expect([response.status, response.headers.get('retry-after'), running]).toEqual([429, '1', 2]);
  expect(answer.error.message).toBe('Too many calls at once. Try again');

  free();
  expect((await batch).response.status).toBe(200);
  await Promise.all(held);
});

describe('the door', () => {
  const body = { name: 'Funnel', steps: [] };

  test.each<[string, Call, number]>([
    ['a page of another site', { body, headers: { origin: 'https://evil.example' } }, 403],
    ['a body that is too large', { body, headers: { 'content-length': '300000' } }, 413],
    ['a body that is not JSON', { body: '{' }, 400],
    ['a form', { body, headers: { 'content-type': 'text/plain' } }, 415],
  ])('refuses %s', async (_, request, status) => {
    const before = await base.sql`select count(*) from funnels`;
    expect((await call('funnels.create', request)).response.status).toBe(status);
    expect(await base.sql`select count(*) from funnels`).toEqual(before);
  });

  test('takes a batch of twenty and refuses one more', async () => {
    const batch = (size: number) => {
      const input = JSON.stringify(
        Object.fromEntries(Array.from({ length: size }, (_, n) => [n, {}])),
      );
      const path = Array(size).fill('session.get').join(',');
      return call(`${path}?batch=1&input=${encodeURIComponent(input)}`, { method: 'GET' });
    };

    expect((await batch(20)).response.status).toBe(200);
    const { response, answer } = await batch(21);
    expect(response.status).toBe(400);
    expect(answer.error.message).toBe('Batch call exceeds maximum size');
  });

  test.each([
    'funnels.create,funnels.create',
    'funnels.create,funnels.list,funnels%2Ecreate',
    'funnels.create%2Cfunnels.create',
    '%66unnels.create,funnels.create',
  ])('refuses a batch that makes a change twice: %s', async (path) => {
    const before = await base.sql`select count(*) from funnels`;
    const { response, answer } = await call(`${path}?batch=1`, { body: { 0: body, 1: body } });

    expect(response.status).toBe(400);
    expect(answer).toEqual({ error: 'A batch may make each kind of change once' });
    expect(await base.sql`select count(*) from funnels`).toEqual(before);
  });

  test('takes a batch of several changes', async () => {
    const path = 'funnels.create,funnels.rename?batch=1';
    const rename = { id: tenant.funnel.id, name: 'Renamed' };
    const { response } = await call(path, { body: { 0: body, 1: rename } });
    expect(response.status).toBe(200);
  });
});

describe('a page that is closed', () => {
  const change = JSON.stringify({ name: 'Last', steps: [] });
  const headers = { 'content-length': String(change.length) };

  /** A body that is lost when its page is closed, unless it was read. */
  function newBody() {
    let close = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(Buffer.from(change));
        const lost = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
        close = () => controller.error(lost);
      },
      pull: (controller) => controller.close(),
    });
    return { body, close };
  }

  test('while its session is looked for has made its change', async () => {
    const { body, close } = newBody();
    const db = new Proxy(base.db, {
      get(target, key) {
        close();
        return Reflect.get(target, key);
      },
    });
    const { response } = await call('funnels.create', { body, headers, db });
    expect(response.status).toBe(200);
  });

  test('before its change has arrived makes none, and is no fault of the database', async () => {
    const { body, close } = newBody();
    close();
    const before = lines.length;
    const { response } = await call('funnels.create', { body, headers });
    expect(response.status).toBe(400);
    expect(lines.length).toBe(before);
  });
});
