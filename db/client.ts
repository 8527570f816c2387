import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { arrayTypes } from './connections/arrays.ts';
import { Connection } from './connections/connection.ts';
import { ConnectionPool } from './connections/connection-pool.ts';
import { routed } from './connections/statement.ts';
import { inTransaction, type Work } from './connections/transaction.ts';
import * as schema from './schema/index.ts';

export type Schema = typeof schema;
export type Database = PostgresJsDatabase<Schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface Client {
  readonly db: Database;
  readonly sql: postgres.Sql;
}

export interface Pool extends Client {
  /** Lets statements under way finish for so many seconds, five unless told, then cuts the connections. */
  close(patience?: number): Promise<void>;
}

export interface ConnectionOptions {
  /** Shown in `pg_stat_activity`. */
  name: string;
  /** The server ends a longer statement. Milliseconds. */
  statementTimeout: number;
  /**
   * For connections that insert. PostgreSQL plans a foreign key's look-up once a connection, and a
   * plan made while the table was nearly empty would read all of it for every row until the table
   * is analysed: a thousand times slower within a minute.
   */
  neverScan?: boolean;
  /** Called with what is announced on channels that the connection listens to. */
  onNotify?: (channel: string, payload: string) => void;
}

export interface PoolOptions extends ConnectionOptions {
  connections: number;
}

/** Milliseconds that we wait on when the server should have ended a statement. */
const grace = 500;
/** Seconds until a connection must be there. */
const connectTimeout = 5;

/** Makes statements and knows where to; connects to nothing itself. */
function makerOf(
  url: string,
  { name, statementTimeout, neverScan, onNotify }: ConnectionOptions,
): postgres.Sql {
  const options = {
    max: 1,
    fetch_types: false,
    types: arrayTypes,
    connect_timeout: connectTimeout,
    onnotice: () => {},
    connection: {
      application_name: `leadgate ${name}`,
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: statementTimeout,
      timezone: 'UTC',
      ...(neverScan && { enable_seqscan: 'off' }),
    },
    /** Read by postgres.js, but missing in its types. */
    ...(onNotify && { onnotify: onNotify }),
  };
  return postgres(url, options) as postgres.Sql;
}

type Begin = (connection: Connection) => Promise<unknown>;

/** `begin` as postgres.js has it: a mode or none, and the work. */
const beginBy =
  (maker: postgres.Sql, milliseconds: number, run: (begin: Begin) => Promise<unknown>) =>
  (...given: [Work<unknown>] | [string, Work<unknown>]) => {
    const work = given.at(-1) as Work<unknown>;
    const mode = typeof given[0] === 'string' ? given[0] : '';
    return run((connection) => inTransaction(maker, connection, { mode, milliseconds }, work));
  };

const clientOf = (sql: postgres.Sql): Client => ({
  sql,
  db: drizzle(sql, { schema, casing: 'snake_case' }),
});

/**
 * Connections as they are needed. Whatever becomes of them, each statement is answered within its
 * time-out, and none but those under way notice that a connection was lost.
 */
export function openPool(url: string, options: PoolOptions): Pool {
  const deadline = options.statementTimeout + grace;
  const maker = makerOf(url, options);
  const pool = new ConnectionPool(maker, options.connections, deadline);
  const close = (patience = 5) => pool.close(patience);
  const begin = beginBy(maker, deadline, (run) => pool.reserve(run));
  const sql = routed(maker, (statement) => pool.send(statement), { begin, end: () => close() });

  return { ...clientOf(sql), close };
}

export interface SingleConnection extends Client {
  /** Rejects when the connection is lost: it never comes back. */
  readonly lost: Promise<never>;
  readonly isLost: boolean;
  close(): Promise<void>;
}

/** One connection for what belongs to it: locks of the session, announcements. */
export function openConnection(url: string, options: ConnectionOptions): SingleConnection {
  const deadline = options.statementTimeout + grace;
  const maker = makerOf(url, options);
  const connection = new Connection(maker);
  const { promise: lost, reject } = Promise.withResolvers<never>();
  lost.catch(() => {});
  connection.onLost(reject);
  const close = () => connection.close();
  const begin = beginBy(maker, deadline, (run) => run(connection));
  const sql = routed(maker, (statement) => connection.execute(statement, deadline), {
    begin,
    end: close,
  });

  return {
    ...clientOf(sql),
    lost,
    get isLost() {
      return connection.isLost;
    },
    close,
  };
}
