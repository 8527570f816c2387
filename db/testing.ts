import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openPool, type Pool } from './client.ts';
import { servingRole, urlOfRole } from './embedded/roles.ts';
import { templateDatabase, untracked } from './testing-server.ts';

export interface TestDatabase {
  /** For the role that serves; where nothing is migrated yet, for the superuser. */
  readonly url: string;
  /** For the superuser. */
  readonly adminUrl: string;
  /** For the product's code: its statements are checked against db/citus-rules.ts. */
  readonly db: Database;
  /** The same, for what drizzle cannot do. */
  readonly productSql: postgres.Sql;
  /** What both run on. */
  readonly productPool: Pool;
  /** For statements of the tests, which are not. */
  readonly sql: postgres.Sql;
}

/**
 * A fresh migrated database for the tests of a file, dropped afterwards. Use it inside tests and
 * hooks.
 *
 * @param template what it is a copy of; `template1` holds nothing
 */
export function withTestDatabase(template = templateDatabase): TestDatabase {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const adminUrl = inject('adminUrl');
  const ownAdminUrl = adminUrl.replace(/leadgate$/, name);
  const url = template === templateDatabase ? urlOfRole(ownAdminUrl, servingRole) : ownAdminUrl;
  const open = (address: string, connections: number) =>
    openPool(address, { name: 'test', connections, statementTimeout: 20_000 });
  let pools: { product: Pool; tests: Pool } | undefined;

  beforeAll(async () => {
    const admin = postgres(adminUrl, { max: 1 });
    await admin`create database ${admin(name)} template ${admin(template)}`;
    await admin.end();
    pools = { product: open(url, 8), tests: open(untracked(ownAdminUrl), 4) };
  });

  afterAll(async () => {
    await pools?.product.close();
    await pools?.tests.close();
    const admin = postgres(adminUrl, { max: 1 });
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  });

  const opened = () => {
    if (!pools) throw new Error('The test database exists from beforeAll on');
    return pools;
  };
  return {
    url,
    adminUrl: ownAdminUrl,
    get db() {
      return opened().product.db;
    },
    get productSql() {
      return opened().product.sql;
    },
    get productPool() {
      return opened().product;
    },
    get sql() {
      return opened().tests.sql;
    },
  };
}
