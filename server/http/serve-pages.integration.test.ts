import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { maxStrangersPages, maxStrangersPagesPerNetwork } from '../limits.ts';
import { send } from '../testing/http-client.ts';
import { createTenant } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';

const host = 'docs.test';
const database = withTestDatabase();
const web = withWebServer(() => database.url, { TRUSTED_PROXIES: '127.0.0.1' });
const member = 'leadgate.session=member';

/** What was made, in place of Next. */
let made: IncomingMessage[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
/** Whether what Next returns settles when all was sent. */
let settles = true;
/** Answers wait for it where a test says so. */
let held: (() => void)[] = [];
const hold: typeof answer = (_, response) => {
  held.push(() => response.end('page'));
};
const release = () => {
  for (const end of held.splice(0)) end();
};

beforeAll(async () => {
  await createTenant(database.db, { host });
  web.openPanel({
    handle: (request, response) => {
      made.push(request);
      const { promise, resolve } = Promise.withResolvers<void>();
      if (settles) response.on('finish', resolve);
      answer(request, response);
      return promise;
    },
    hasSession: async ({ headers }) => headers.cookie === member,
  });
});
beforeEach(() => {
  made = [];
  held = [];
  settles = true;
  answer = (_, response) => response.end('page');
});

let hosts = 0;
/** Nothing is kept for it yet. */
const newHost = async () => {
  hosts += 1;
  const name = `docs-${hosts}.test`;
  await createTenant(database.db, { host: name });
  return name;
};
const get = (path: string, headers: Record<string, string> = {}) =>
  send(web.port, { method: 'GET', path, headers: { host, ...headers } });
const from = (address: string) => ({ 'x-forwarded-for': address });

describe('a page of the documentation', () => {
  it('is made once for a host, whoever asks and with whatever query', async () => {
    const own = { host: await newHost() };
    const answers = await Promise.all([
      get('/docs/leads', { ...own, cookie: member }),
      get('/docs/leads?q=1', { ...own, rsc: '1' }),
    ]);
    answers.push(await get('/docs/leads', own));
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [200, 'page'],
      [200, 'page'],
      [200, 'page'],
    ]);
    expect(made).toHaveLength(1);

    await get('/docs/leads', { host: await newHost() });
    expect(made).toHaveLength(2);
  });

  it('is made without anything of the caller but host and scheme', async () => {
    const own = { host: await newHost(), 'x-forwarded-proto': 'https' };
    await get('/docs?secret=1', { ...own, cookie: member, 'x-custom': 'caller', rsc: '1' });
    expect(made[0]?.url).toBe('/docs');
    expect(made[0]?.headers).toEqual({
      host: own.host,
      'x-forwarded-host': own.host,
      'x-forwarded-proto': 'https',
      connection: 'close',
    });
  });

  it('allows inline code by its hash, and only what had the nonce', async () => {
    answer = (_, response) => {
      response.setHeader(
        'content-security-policy',
        "script-src 'self' 'nonce-abc='; style-src 'self' 'nonce-abc='; base-uri 'none'",
      );
      response.end(
        '<script nonce="abc=">own("abc=")</script><script>foreign()</script><script src="/a.js" nonce="abc="></script>',
      );
    };
    const page = await get('/docs/errors', { host: await newHost() });
    const hash = createHash('sha256').update('own("")').digest('base64');
    expect(page.headers['content-security-policy']).toBe(
      `script-src 'self' 'sha256-${hash}'; style-src 'self'; base-uri 'none'`,
    );
    expect(page.text).toBe(
      '<script nonce="">own("")</script><script>foreign()</script><script src="/a.js" nonce=""></script>',
    );
  });

  it('is not sent again to who has it, and compressed to who wants that', async () => {
    const own = { host: await newHost() };
    const etag = String((await get('/llms.txt', own)).headers.etag);
    const again = await get('/llms.txt', { ...own, 'if-none-match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    const packed = await get('/llms.txt', { ...own, 'accept-encoding': 'br, gzip' });
    expect(packed.headers['content-encoding']).toBe('gzip');
  });

  it('is not kept when it could not be made', async () => {
    const own = { host: await newHost() };
    answer = (_, response) => response.writeHead(500).end('fault');
    expect((await get('/docs/go', own)).status).toBe(503);
    answer = (_, response) => response.end('page');
    expect((await get('/docs/go', own)).status).toBe(200);
  });
});

it.each(['/docs/nonsense', '/docs/nonsense.md', '/docs/leads/more', `/${'a'.repeat(600)}`])(
  'no page is made for %s',
  async (path) => {
    const missing = await get(path);
    expect(missing.status).toBe(404);
    expect(made).toHaveLength(0);
  },
);

it.each(['/docs/rehearsal', '/docs/rehearsal.md'])('Next redirects %s', async (path) => {
  await get(path);
  expect(made.map(({ url }) => url)).toEqual([path]);
});

it('only the data of a signed-in reader are asked of Next', async () => {
  const statuses = [
    await get('/docs/reader'),
    await get('/docs/reader', { cookie: 'leadgate.session=old' }),
    await get('/docs/reader', { cookie: member }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([204, 204, 200]);
  expect(made).toHaveLength(1);
});

describe('pages in the making', () => {
  const others = (path = '/sign-in') =>
    Array.from({ length: maxStrangersPages }, (_, index) => get(path, from(`203.0.113.${index}`)));

  it('are bounded for a network; the rest gets 503 at once, and members are not kept out', async () => {
    answer = hold;
    const first = Array.from({ length: maxStrangersPagesPerNetwork }, () =>
      get('/sign-in', from('2001:db8::1')),
    );
    await expect.poll(() => made.length).toBe(first.length);
    const refused = await get('/sign-in', from('2001:db8::2'));
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');

    const more = [get('/acme', { ...from('2001:db8::3'), cookie: member })];
    more.push(get('/sign-in', from('198.51.100.1')));
    await expect.poll(() => made.length).toBe(first.length + 2);
    release();
    const all = await Promise.all([...first, ...more]);
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 200));
    answer = (_, response) => response.end('page');
    expect((await get('/sign-in', from('2001:db8::2'))).status).toBe(200);
  });

  it('are bounded for a process, those that will be kept too', async () => {
    answer = hold;
    const first = others();
    await expect.poll(() => made.length).toBe(first.length);
    const own = { host: await newHost(), ...from('198.51.100.1') };
    expect((await get('/sign-in', own)).status).toBe(503);
    expect((await get('/docs/php', own)).status).toBe(503);
    release();
    await Promise.all(first);
  });

  it('count a while after their callers have gone, and no longer', async () => {
    answer = hold;
    const ended = Array.from({ length: maxStrangersPages }, (_, index) => {
      const socket = connect(web.port, '127.0.0.1');
      socket.write(
        `GET /sign-in HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: 203.0.113.${index}\r\n\r\n`,
      );
      return socket;
    });
    await expect.poll(() => made.length).toBe(maxStrangersPages);
    const closed = made.map(
      ({ socket }) => new Promise((resolve) => void socket.once('close', resolve)),
    );
    for (const socket of ended) socket.destroy();
    await Promise.all(closed);
    expect((await get('/sign-in', from('198.51.100.1'))).status).toBe(503);
    answer = (_, response) => response.end('page');
    const status = async () => (await get('/sign-in', from('198.51.100.1'))).status;
    await expect.poll(status).toBe(200);
  });

  it('are free when all of their content is there, whatever Next waits for', async () => {
    settles = false;
    for (let n = 0; n <= maxStrangersPagesPerNetwork; n++) {
      expect((await get('/sign-in', from('2001:db8::1'))).status).toBe(200);
    }
  });

  it('are those of strangers only', async () => {
    answer = hold;
    const members = Array.from({ length: maxStrangersPages + 1 }, () =>
      get('/acme', { ...from('203.0.113.1'), cookie: member }),
    );
    await expect.poll(() => made.length).toBe(members.length);
    const stranger = get('/sign-in', from('203.0.113.1'));
    await expect.poll(() => made.length).toBe(members.length + 1);
    release();
    for (const page of [...members, stranger]) expect((await page).status).toBe(200);
  });
});

describe('a page of a company without a session', () => {
  it('leads to the page to sign in, and to itself from there', async () => {
    const { status, headers } = await get('/acme/leads?q=1', { cookie: 'leadgate.session=old' });
    expect([status, headers.location]).toEqual([
      307,
      '/sign-in?callbackUrl=%2Facme%2Fleads%3Fq%3D1',
    ]);
    const ended = await get('/acme/leads?_rsc=1', { rsc: '1' });
    expect(ended.headers.location).toBe('/sign-in?callbackUrl=%2Facme%2Fleads&ended=1');
    expect(made).toHaveLength(0);
  });

  it('is not prefetched', async () => {
    expect((await get('/acme?_rsc=1', { 'next-router-prefetch': '1' })).status).toBe(401);
    expect(made).toHaveLength(0);
  });
});
