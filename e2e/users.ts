import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { demo } from '#db/seed/demo.ts';

const run = promisify(execFile);

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

/** Tags of the tests that take long, or need another installation or other users than there are. */
export function skippedTags(): RegExp {
  const { PLAYWRIGHT_BASE_URL, E2E_DATABASE_URL } = process.env;
  const isOwn = !PLAYWRIGHT_BASE_URL || E2E_DATABASE_URL;
  const missing = isForeign ? roles.filter((role) => !fromEnvironment(role)) : [];
  const tags = [...(isOwn ? [] : ['own']), ...(process.env.TEST_FULL ? [] : ['full']), ...missing];

  return tags.length > 0 ? new RegExp(`@(${tags.join('|')})\\b`) : /$^/;
}

/** Runs a command of the CLI on the installation that the tests have started; returns its output. */
export async function cli(args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['server/cli/main.ts', ...args], {
    env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
  });
  return stdout;
}

interface UserData extends Credentials {
  id: string;
  name: string;
  /** Slug of the company that it is a member of. */
  company: string;
}

/** A member of a test's own company, which the test may change. */
export class TestUser implements UserData {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly company: string;
  readonly password: string;

  constructor({ id, email, name, company, password }: UserData) {
    this.id = id;
    this.email = email;
    this.name = name;
    this.company = company;
    this.password = password;
  }

  async deactivate(): Promise<void> {
    await cli(['users', 'deactivate', this.email, '--application', 'acme']);
  }
  async becomeViewer(): Promise<void> {
    await cli(['users', 'role', this.email, '--company', this.company, '--role', 'viewer']);
  }
}
