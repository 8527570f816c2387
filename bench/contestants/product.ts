import type { Belongings } from '../belongings.ts';
import { runProgram } from '../run-program.ts';
import { authSecret, keyPepper } from '../secrets.ts';
import { type Service, startService } from '../service.ts';

/** What a process of the product is told, server or command line. */
const productEnvironment = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  AUTH_SECRET: authSecret,
  KEY_PEPPER: keyPepper,
  DEMO_DATA: 'off',
  LOG_LEVEL: 'warn',
  // What is measured is what can be stored, not what a key is allowed.
  RATE_LIMIT_PER_KEY: '0',
});

/** The production build as an operator starts it. */
export function startProduct(
  belongings: Belongings,
  databaseUrl: string,
  workers = 1,
): Promise<Service> {
  return startService(belongings, {
    args: ['server/main.ts'],
    env: { ...productEnvironment(databaseUrl), WEB_CONCURRENCY: String(workers) },
  });
}

/** The command line of the product, on a database. It prints JSON. */
export const runCli = (
  belongings: Belongings,
  databaseUrl: string,
  args: readonly string[],
): Promise<string> =>
  runProgram(belongings, {
    args: ['server/cli/main.ts', ...args, '--json'],
    env: productEnvironment(databaseUrl),
  });
