import type { Belongings } from '../belongings.ts';
import { runProgram } from '../run-program.ts';
import { keyPepper } from '../secrets.ts';
import { type Service, startService } from '../service.ts';

const next = 'node_modules/next/dist/bin/next';
const folder = 'bench/peers/next';

export async function buildNext(belongings: Belongings): Promise<void> {
  await runProgram(belongings, { args: [next, 'build', folder] });
}

/** Peer 2: a route handler of Next with drizzle, built for production. */
export const startNext = (belongings: Belongings, databaseUrl: string): Promise<Service> =>
  startService(belongings, {
    args: [next, 'start', folder, '-p', '0'],
    env: { DATABASE_URL: databaseUrl, KEY_PEPPER: keyPepper },
  });
