import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { withTestDatabase } from '../../db/testing.ts';
import { createTenant, type Tenant } from '../../server/testing/tenant.ts';
import { withWebServer } from '../../server/testing/web-server.ts';
import { type ClientOptions, createClient } from '../src/index.ts';
import { FaultyProxy } from './faulty-proxy.ts';

/** The real server behind a proxy that fails on request, with a company and its keys. */
export function withApi() {
  const database = withTestDatabase();
  const web = withWebServer(() => database.url);
  const proxy = new FaultyProxy(() => web.port);
  let tenant: Tenant;
  let testSecret = '';

  beforeAll(async () => {
    tenant = await createTenant(database.db, { host: '127.0.0.1' });
    ({ secret: testSecret } = await tenant.newKey({ kind: 'rehearsal' }));
    await proxy.open();
  });
  afterAll(() => proxy.close());

  return {
    proxy,
    get tenant() {
      return tenant;
    },
    get db() {
      return database.db;
    },
    get databaseUrl() {
      return database.url;
    },
    get sql() {
      return database.sql;
    },
    client: (options: Partial<ClientOptions> = {}) =>
      createClient({ baseUrl: proxy.baseUrl, apiKey: tenant.secret, ...options }),
    withTestKey: (options: Partial<ClientOptions> = {}) =>
      createClient({ baseUrl: proxy.baseUrl, apiKey: testSecret, ...options }),
    /** Leads whose name begins with the text. */
    count: async (name: string) => {
      const [row] = await database.sql`
        select count(*) from leads where starts_with(name, ${name})`;
      return Number(row?.count);
    },
    /** A name that no other lead has. */
    newName: () => `Lead ${randomUUID()}`,
  };
}
