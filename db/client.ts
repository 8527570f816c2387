import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import * as schema from './schema/index.ts';

export type Schema = typeof schema;
export type Database = PostgresJsDatabase<Schema>;

export interface Pool {
  readonly db: Database;
  readonly sql: postgres.Sql;
  /** Lets statements under way finish for so many seconds, five unless told, then cuts the connections. */
  close(patience?: number): Promise<void>;
}

export interface PoolOptions {
  /** Shown in `pg_stat_activity`. */
  name: string;
  connections: number;
  /** The server ends a longer statement. Milliseconds. */
  statementTimeout: number;
  /**
   * For connections that insert. PostgreSQL plans a foreign key's look-up once a connection, and a
   * plan made while the table was nearly empty would read all of it for every row until the table
   * is analysed: a thousand times slower within a minute.
   */
  neverScan?: boolean;
}

export function openPool(
  url: string,
  { name, connections, statementTimeout, neverScan }: PoolOptions,
): Pool {
  const sql = postgres(url, {
    max: connections,
    connect_timeout: 5,
    onnotice: () => {},
    connection: {
      application_name: `leadgate ${name}`,
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: statementTimeout,
      timezone: 'UTC',
      ...(neverScan && { enable_seqscan: 'off' }),
    },
  });

  return {
    sql,
    db: drizzle(sql, { schema, casing: 'snake_case' }),
    close: (patience = 5) => sql.end({ timeout: patience }),
  };
}
