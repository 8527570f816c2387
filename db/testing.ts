import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openPool, type Pool } from './client.ts';
import { ownerRole, servingRole, urlOfRole } from './embedded/roles.ts';
import { templateDatabase, untracked } from './testing-server.ts';

export interface TestDatabase {
  /** For the superuser. */
  readonly url: string;
  /** For the role that serves. */
  readonly servingUrl: string;
  /** For the role that may own a schema. */
  readonly ownerUrl: string;
  /** For the product's code, with the rights of the serving role: its statements are checked against db/citus-rules.ts. */
  readonly db: Database;
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
  const url = adminUrl.replace(/leadgate$/, name);
  const servingUrl = urlOfRole(url, servingRole);
  const open = (address: string, connections: number) =>
    openPool(address, { name: 'test', connections, statementTimeout: 20_000 });
  let pools: { product: Pool; tests: Pool } | undefined;

  beforeAll(async () => {
    const admin = postgres(adminUrl, { max: 1 });
    await admin`create database ${admin(name)} template ${admin(template)}`;
    await admin.end();
    pools = {
      product: open(template === templateDatabase ? servingUrl : url, 8),
      tests: open(untracked(url), 4),
    };
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
    servingUrl,
    ownerUrl: urlOfRole(url, ownerRole),
    get db() {
      return opened().product.db;
    },
    get sql() {
      return opened().tests.sql;
    },
  };
}
