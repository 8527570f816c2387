import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { demo } from '#db/seed/demo.ts';
import type { Credentials } from './people.ts';

/** The operator's command line, on the installation under test. */
function cli(args: readonly string[], input = ''): Promise<void> {
  const { E2E_DATA_DIR } = process.env;
  const env = { ...process.env, ...(E2E_DATA_DIR && { DATA_DIR: E2E_DATA_DIR }) };
  const child = spawn(process.execPath, ['server/cli/main.ts', ...args], { env });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk;
  });
  child.stdin.end(input);

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${args.join(' ')}: ${said}`)),
    );
  });
}

/** A member of a demo company whom a test may do anything to. */
export class Person implements Credentials {
  readonly email = `person-${randomUUID().slice(0, 8)}@acme.test`;
  readonly name = 'Pat Person';
  password = randomBytes(12).toString('base64url');

  async create(): Promise<void> {
    const { email, name } = this;
    const place = ['--company', demo.companies.sales, '--role', 'agent'];
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
