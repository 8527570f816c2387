import type { Belongings } from '../belongings.ts';
import { keyPepper } from '../secrets.ts';
import { type Service, startService } from '../service.ts';

/** Peer 1: Fastify and postgres.js, written by hand. */
export const startFastify = (belongings: Belongings, databaseUrl: string): Promise<Service> =>
  startService(belongings, {
    args: ['bench/peers/fastify/main.ts'],
    env: { DATABASE_URL: databaseUrl, KEY_PEPPER: keyPepper },
  });
