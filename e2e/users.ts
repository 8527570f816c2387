import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { demo } from '#db/seed/demo.ts';

export const roles = ['admin', 'agent', 'viewer'] as const;
export type Role = (typeof roles)[number];

export interface Credentials {
  email: string;
  password: string;
}

/** An installation without the demo data. */
const isForeign = Boolean(process.env.E2E_ADMIN_EMAIL);

function fromEnvironment(role: Role): Credentials | undefined {
  const email = process.env[`E2E_${role.toUpperCase()}_EMAIL`];
  const password = process.env[`E2E_${role.toUpperCase()}_PASSWORD`] ?? '';

  return email ? { email, password } : undefined;
}

/**
 * The credentials for a role: `E2E_ADMIN_EMAIL` and `E2E_ADMIN_PASSWORD` (likewise for `AGENT` and
 * `VIEWER`), or a demo user.
 *
 * @throws Error when `E2E_ADMIN_EMAIL` is set but not the variable of this role
 */
export function credentials(role: Role): Credentials {
  const user = fromEnvironment(role);
  if (user) return user;
  if (isForeign) throw new Error(`E2E_${role.toUpperCase()}_EMAIL is not set`);

  return { email: demo.emails[role], password: demo.password };
}

/** Tags of the tests for which the installation has no data or no users. */
export function untestableTags(): RegExp | undefined {
  if (!isForeign) return undefined;
  const missing = roles.filter((role) => !fromEnvironment(role)).map((role) => `@${role}`);

  return new RegExp(`(${['@demo', ...missing].join('|')})\\b`);
}

/** Runs a command of the CLI on the installation under test. */
function cli(args: readonly string[], input = ''): Promise<void> {
  const { E2E_DATA_DIR } = process.env;
  const env = { ...process.env, ...(E2E_DATA_DIR && { DATA_DIR: E2E_DATA_DIR }) };
  const child = spawn(process.execPath, ['server/cli/main.ts', ...args], { env });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  child.stdin.end(input);

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')}: ${stderr}`)),
    );
  });
}

/** Creates a company without funnels and keys; returns its slug. */
export async function createCompany(): Promise<string> {
  const slug = `company-${randomUUID().slice(0, 8)}`;
  await cli(['companies', 'create', slug, '--application', 'acme', '--name', 'Initech Sales']);

  return slug;
}

/** A member of a demo company that one test creates and may change. */
export class TestUser implements Credentials {
  readonly email = `user-${randomUUID().slice(0, 8)}@acme.test`;
  readonly name = 'Test User';
  password = randomBytes(12).toString('base64url');

  async create(company: string = demo.companies.sales, role: Role = 'agent'): Promise<void> {
    const { email, name } = this;
    const place = ['--company', company, '--role', role];
    const rest = ['--name', name, '--password-stdin'];
    await cli(['users', 'create', email, ...place, ...rest], this.password);
  }
  async deactivate(): Promise<void> {
    await cli(['users', 'deactivate', this.email, '--application', 'acme']);
  }
  async becomeViewer(): Promise<void> {
    const place = ['--company', demo.companies.sales, '--role', 'viewer'];
    await cli(['users', 'role', this.email, ...place]);
  }
}
