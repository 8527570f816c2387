import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request as requestTls } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { isOutOfReach, requireProgram } from '../../scripts/debian-program.mjs';
import { freePort } from '../testing/free-port.ts';
import { type RawAnswer, sendRaw } from '../testing/raw-client.ts';
import { createTenant } from '../testing/tenant.ts';
import { withWebServer } from '../testing/web-server.ts';

const host = 'own.test';
const page = readFileSync('docs/proxies.md', 'utf8');
const database = withTestDatabase();
const web = withWebServer(() => database.url, { TRUSTED_PROXIES: '127.0.0.1' });
const folder = mkdtempSync(join(tmpdir(), 'leadgate-proxies-'));
const certificate = join(folder, 'both.pem');

/** The snippets of a proxy on the operator's page, to the port of the server of this test. */
function snippetsOf(language: string): string {
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\``, 'gm'));

  return Array.from(blocks, ([, text = '']) => text.replaceAll('127.0.0.1:3000', upstream())).join(
    '',
  );
}

const upstream = () => `127.0.0.1:${web.port}`;

interface Ports {
  plain: number;
  tls: number;
}

const nginx = ({ plain, tls }: Ports) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  server {
    listen 127.0.0.1:${plain};
    listen 127.0.0.1:${tls} ssl;
    ssl_certificate ${certificate};
    ssl_certificate_key ${certificate};
${snippetsOf('nginx')}
  }
}
`;

const haproxy = ({ plain, tls }: Ports) => `
defaults
  timeout connect 5s
  timeout client 30s
  timeout server 30s
frontend leadgate
  bind 127.0.0.1:${plain}
  bind 127.0.0.1:${tls} ssl crt ${certificate}
${snippetsOf('haproxy')}
`;

const proxies = {
  nginx: { configure: nginx, argumentsFor: (file: string) => ['-p', folder, '-c', file] },
  haproxy: { configure: haproxy, argumentsFor: (file: string) => ['-db', '-f', file] },
};

beforeAll(async () => {
  await createTenant(database.db, { host });
  /* What the panel sees of a request. */
  web.openPanel(async ({ headers }: IncomingMessage, response) => {
    response.end(JSON.stringify(headers));
  });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const out = ['-subj', `/CN=${host}`, '-keyout', certificate, '-out', `${certificate}.crt`];
  const made = spawnSync('openssl', ['req', '-x509', ...key, ...out], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`No certificate: ${made.stderr ?? made.error}`);
  writeFileSync(certificate, readFileSync(`${certificate}.crt`), { flag: 'a' });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const forged = [
  'X-Forwarded-For: 198.51.100.66',
  'x-forwarded-for: 198.51.100.67',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Host: evil.test',
  'X-Forwarded-Port: 444',
  'Forwarded: for=198.51.100.66;proto=https;host=evil.test',
];

for (const [name, { configure, argumentsFor }] of Object.entries(proxies))
  describe.skipIf(isOutOfReach(name))(`number 19: ${name}`, () => {
    let ports: Ports;
    let child: ChildProcess | undefined;
    const get = (...headers: string[]): Promise<RawAnswer> =>
      sendRaw(ports.plain, ['GET /panel HTTP/1.1', `Host: ${host}`, ...headers]);

    beforeAll(async () => {
      const program = requireProgram(name);
      ports = { plain: await freePort(), tls: await freePort() };
      const file = join(folder, `${name}.conf`);
      writeFileSync(file, configure(ports));
      const env = { ...process.env, ...program.env };
      child = spawn(program.path, argumentsFor(file), { env, stdio: 'inherit' });
      await vi.waitFor(async () => expect((await get()).status).toBe(200), { timeout: 15_000 });
    });
    afterAll(async () => {
      if (!child) return;
      const ended = new Promise((resolve) => child?.once('exit', resolve));
      child.kill();
      await ended;
    });

    const seen = (scheme: 'http' | 'https') => ({
      host,
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': scheme,
      'x-forwarded-host': host,
    });

    test('says who calls, over which scheme and by which host', async () => {
      expect(JSON.parse((await get()).body)).toMatchObject(seen('http'));
      expect(JSON.parse(await getOverTls(ports.tls, {}))).toMatchObject(seen('https'));
    });

    test('lets a client forge none of it', async () => {
      const headers = JSON.parse((await get(...forged)).body);
      expect(headers).toMatchObject(seen('http'));
      expect(JSON.stringify(headers)).not.toMatch(/evil|198\.51|444/);

      for (const line of forged) {
        expect([line, JSON.parse((await get(line)).body)]).toMatchObject([line, seen('http')]);
      }
      const overTls = await getOverTls(ports.tls, { 'x-forwarded-proto': 'http' });
      expect(JSON.parse(overTls)).toMatchObject(seen('https'));
    });
  });

function getOverTls(port: number, headers: Record<string, string>): Promise<string> {
  const call = { port, host: '127.0.0.1', path: '/panel', servername: host, agent: false as const };

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
