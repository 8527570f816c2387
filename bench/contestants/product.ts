import type { Belongings } from '../belongings.ts';
import { authSecret, keyPepper } from '../secrets.ts';
import { type Service, startService } from '../service.ts';

/** What a process of the product is told, server or command line. */
export const productEnvironment = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  AUTH_SECRET: authSecret,
  KEY_PEPPER: keyPepper,
  DEMO_DATA: 'off',
  LOG_LEVEL: 'warn',
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
