import { request as requestTls } from 'node:https';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { isOutOfReach } from '../../scripts/debian-program.mjs';
import { type RawAnswer, sendRaw } from '../testing/raw-client.ts';
import { proxyNames, ReverseProxy } from '../testing/reverse-proxy.ts';
import { cleanUp } from '../testing/start-leadgate.ts';
import { createTenant } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';

const host = 'own.test';
const database = withTestDatabase();
const web = withWebServer(() => database.url, { TRUSTED_PROXIES: '127.0.0.1' });

beforeAll(async () => {
  await createTenant(database.db, { host });
  /* What the panel sees of a request. */
  web.openPanel({
    handle: async ({ headers }, response) => void response.end(JSON.stringify(headers)),
    hasSession: async () => false,
  });
});
afterAll(cleanUp);

const forged = [
  'X-Forwarded-For: 198.51.100.66',
  'x-forwarded-for: 198.51.100.67',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Host: evil.test',
  'X-Forwarded-Port: 444',
  'Forwarded: for=198.51.100.66;proto=https;host=evil.test',
];

for (const name of proxyNames)
  describe.skipIf(isOutOfReach(name))(`number 19: ${name}`, () => {
    let proxy: ReverseProxy;
    const get = (...headers: string[]): Promise<RawAnswer> =>
      sendRaw(proxy.ports.plain, ['GET /sign-in HTTP/1.1', `Host: ${host}`, ...headers]);

    beforeAll(async () => {
      proxy = await ReverseProxy.start(name, [`127.0.0.1:${web.port}`]);
      await vi.waitFor(async () => expect((await get()).status).toBe(200), { timeout: 15_000 });
    });
    afterAll(() => proxy?.stop());

    const seen = (scheme: 'http' | 'https') => ({
      host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': scheme,
      'x-forwarded-host': host,
    });

    test('says who calls, over which scheme and by which host', async () => {
      expect(JSON.parse((await get()).body)).toMatchObject(seen('http'));
      expect(JSON.parse(await getOverTls(proxy.ports.tls, {}))).toMatchObject(seen('https'));
    });

    test('lets a client forge none of it', async () => {
      const headers = JSON.parse((await get(...forged)).body);
      expect(headers).toMatchObject(seen('http'));
      expect(JSON.stringify(headers)).not.toMatch(/evil|198\.51|444/);

      for (const line of forged) {
        expect([line, JSON.parse((await get(line)).body)]).toMatchObject([line, seen('http')]);
      }
      const overTls = await getOverTls(proxy.ports.tls, { 'x-forwarded-proto': 'http' });
      expect(JSON.parse(overTls)).toMatchObject(seen('https'));
    });
  });

function getOverTls(port: number, headers: Record<string, string>): Promise<string> {
  const call = {
    port,
    host: '127.0.0.1',
    path: '/sign-in',
    servername: host,
    agent: false as const,
  };

  return new Promise((resolve, reject) => {
    requestTls({ ...call, rejectUnauthorized: false, headers: { host, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () => resolve(text));
    })
      .on('error', reject)
      .end();
  });
}
