import type postgres from 'postgres';
import { afterAll, beforeAll } from 'vitest';
import { withTestDatabase } from '#db/testing.ts';
import { DatabaseProxy } from './database-proxy.ts';
import { Load } from './load.ts';
import { type Leadgate, startLeadgate } from './start-leadgate.ts';
import { createTenant, type Tenant } from './tenant.ts';

const there = <T>(value: T | undefined): T => {
  if (!value) throw new Error('The processes run from beforeAll on');
  return value;
};

/** A user with the rights of the database's owner, as operators have, and no more. */
async function userUrl(sql: postgres.Sql, url: string, user: string): Promise<string> {
  await sql.unsafe(`create role ${user} login password 'test' in role leadgate`);
  return Object.assign(new URL(url), { username: user, password: 'test' }).href;
}

/**
 * Processes on one new database, which they reach through a proxy.
 *
 * @param user of the database; a superuser unless given
 */
export function withServedIntake(
  processes = 1,
  environment: Record<string, string> = {},
  user?: string,
) {
  const trusting = { TRUSTED_PROXIES: '127.0.0.1', ...environment };
  const database = withTestDatabase();
  const loads: Load[] = [];
  let proxy: DatabaseProxy | undefined;
  let served: Leadgate[] = [];

  beforeAll(async () => {
    const url = user ? await userUrl(database.sql, database.url, user) : database.url;
    const opened = await DatabaseProxy.open(url);
    proxy = opened;
    served = await Promise.all(
      Array.from(
        { length: processes },
        () => startLeadgate({ databaseUrl: opened.url, env: trusting }).ready,
      ),
    );
  });
  afterAll(async () => {
    for (const load of loads) load.close();
    // Their database is dropped too.
    await Promise.all(served.map((server) => server.kill()));
    await proxy?.close();
  });

  return {
    database,
    get proxy() {
      return there(proxy);
    },
    get server() {
      return there(served[0]);
    },
    get ports() {
      return served.map(({ port }) => port);
    },
    /** Log lines of requests that failed. */
    failedRequests: () => served.flatMap((server) => server.failedRequests),
    /** A new tenant, and load on it. */
    async newTenant(): Promise<{ tenant: Tenant; load: Load }> {
      const tenant = await createTenant(database.db);
      const load = new Load(tenant);
      loads.push(load);
      return { tenant, load };
    },
  };
}
