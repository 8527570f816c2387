import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { requireProgram } from '../../scripts/debian-program.mjs';
import { freePort } from './free-port.ts';
import { newFolder } from './start-leadgate.ts';

export const proxyNames = ['nginx', 'haproxy'] as const;
export type ProxyName = (typeof proxyNames)[number];

/** The instances of the operator's page. */
const documentedInstances = ['10.0.0.11:3000', '10.0.0.12:3000', '10.0.0.13:3000'];

/** The file for a proxy on the operator's page. */
function documentedFile(name: ProxyName): string {
  const page = readFileSync('docs/proxies.md', 'utf8');
  const [, file] = new RegExp(`^\`\`\`${name}\n([\\s\\S]*?)^\`\`\``, 'm').exec(page) ?? [];
  if (!file) throw new Error(`docs/proxies.md has no file for ${name}`);
  return file;
}

/** A file with what is true here in place of what is on the page, each of which must be there. */
function adapt(file: string, replacements: readonly (readonly [from: string, to: string])[]) {
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`docs/proxies.md does not say ${from} any more`);
    return text.replaceAll(from, to);
  }, file);
}

/** What a file of `conf.d` is included in. */
const aroundNginx = (folder: string, file: string) => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log stderr crit;
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
${file}
}
`;

const certificatePath = '/etc/ssl/crm.example.com.pem';

interface Ports {
  plain: number;
  tls: number;
}

function configure(name: ProxyName, folder: string, { plain, tls }: Ports, upstreams: string[]) {
  const certificate = [certificatePath, makeCertificate(folder)] as const;
  const instances = documentedInstances.map(
    (address, n) => [address, upstreams[n % upstreams.length] ?? ''] as const,
  );
  const file = documentedFile(name);
  if (name === 'haproxy')
    return adapt(file, [
      ['bind :80', `bind 127.0.0.1:${plain}`],
      ['bind :443', `bind 127.0.0.1:${tls}`],
      certificate,
      ...instances,
    ]);

  const adapted = adapt(file, [
    ['listen 80;', `listen 127.0.0.1:${plain};`],
    ['listen 443 ssl;', `listen 127.0.0.1:${tls} ssl;`],
    certificate,
    ...instances,
  ]);
  return aroundNginx(folder, adapted);
}

/** Of any host, with its key in the same file. */
function makeCertificate(folder: string): string {
  const path = join(folder, 'both.pem');
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const out = ['-subj', '/CN=own.test', '-keyout', path, '-out', `${path}.crt`];
  const made = spawnSync('openssl', ['req', '-x509', ...key, ...out], { encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`No certificate: ${made.stderr ?? made.error}`);
  appendFileSync(path, readFileSync(`${path}.crt`));
  return path;
}

/** A proxy as docs/proxies.md configures it, in front of instances. */
export class ReverseProxy {
  readonly #child: ChildProcess;
  readonly ports: Ports;

  private constructor(child: ChildProcess, ports: Ports) {
    this.#child = child;
    this.ports = ports;
    // A test that fails may not come to its end.
    process.once('exit', () => child.kill('SIGKILL'));
  }

  /** @param upstreams host and port of up to three instances */
  static async start(name: ProxyName, upstreams: string[]): Promise<ReverseProxy> {
    const { path, env } = requireProgram(name);
    const folder = newFolder();
    const ports = { plain: await freePort(), tls: await freePort() };
    const file = join(folder, `${name}.conf`);
    writeFileSync(file, configure(name, folder, ports, upstreams));
    const args = name === 'nginx' ? ['-p', folder, '-c', file] : ['-db', '-f', file];
    const options = { env: { ...process.env, ...env }, stdio: 'inherit' } as const;
    return new ReverseProxy(spawn(path, args, options), ports);
  }

  async stop(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await ended;
  }
}
