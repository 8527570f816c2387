import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import { afterAll, beforeAll, inject } from 'vitest';
import { type Database, openPool, type Pool } from './client.ts';
import { templateDatabase } from './testing-server.ts';

export interface TestDatabase {
  readonly url: string;
  readonly db: Database;
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
  let pool: Pool | undefined;

  beforeAll(async () => {
    const admin = postgres(adminUrl, { max: 1 });
    await admin`create database ${admin(name)} template ${admin(template)}`;
    await admin.end();
    pool = openPool(url, { name: 'test', connections: 8, statementTimeout: 20_000 });
  });

  afterAll(async () => {
    await pool?.close();
    const admin = postgres(adminUrl, { max: 1 });
    await admin`drop database ${admin(name)} with (force)`;
    await admin.end();
  });

  const opened = () => {
    if (!pool) throw new Error('The test database is there from beforeAll on');
    return pool;
  };
  return {
    url,
    get db() {
      return opened().db;
    },
    get sql() {
      return opened().sql;
    },
  };
}
