import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { arrayTypes } from './connections/arrays.ts';
import { Connection, type DriverOptions, type OpenDriver } from './connections/connection.ts';
import { ConnectionPool } from './connections/connection-pool.ts';
import { clientSql, type Make, Statement } from './connections/sql.ts';
import { connectionSql, inTransaction, type Work } from './connections/transaction.ts';
import * as schema from './schema/index.ts';

export type Schema = typeof schema;
export type Database = PostgresJsDatabase<Schema>;

export interface Client {
  readonly db: Database;
  readonly sql: postgres.Sql;
}

export interface Pool extends Client {
  /**
   * As `sql.begin`, with a deadline for everything from the wait for a connection to the commit.
   *
   * @param deadline milliseconds
   */
  begin<Result>(work: Work<Result>, deadline: number): Promise<Result>;
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
  /**
   * Sends `begin` together with the first statements of a transaction: one round trip less. Outside
   * of transactions the connections only read, so that nothing is stored if the `begin` fails.
   */
  pipelinesBegin?: boolean;
}

/** Milliseconds after which we give a statement up that the server should have ended. */
const grace = 500;
/** Seconds until a connection must be there. */
const connectTimeout = 5;

/** How values are read and written. drizzle leaves times to its columns. */
const makeCodecs = (): Pick<postgres.Sql['options'], 'parsers' | 'serializers'> => ({
  parsers: {},
  serializers: {},
});
type Codecs = ReturnType<typeof makeCodecs>;

const driverOpener =
  (
    url: string,
    {
      name,
      statementTimeout,
      neverScan,
      onNotify,
      pipelinesBegin,
    }: Omit<PoolOptions, 'connections'>,
    codecs: Codecs,
  ): OpenDriver =>
  (own: DriverOptions) => {
    const options = {
      ...own,
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
        ...(pipelinesBegin && { default_transaction_read_only: true }),
      },
      /** Read by postgres.js, but missing in its types. */
      ...(onNotify && { onnotify: onNotify }),
    };
    const driver = postgres(url, options) as postgres.Sql;
    Object.assign(driver.options.parsers, codecs.parsers);
    Object.assign(driver.options.serializers, codecs.serializers);
    return driver;
  };

/** `begin` as postgres.js has it: a mode or none, and the work. */
const beginWith =
  (run: (mode: string, work: Work<unknown>) => Promise<unknown>) =>
  (...given: [Work<unknown>] | [string, Work<unknown>]) => {
    const work = given.at(-1) as Work<unknown>;
    return run(typeof given[0] === 'string' ? given[0] : '', work);
  };

const clientOf = (sql: postgres.Sql): Client => ({
  sql,
  db: drizzle(sql, { schema, casing: 'snake_case' }),
});

/**
 * Connections as they are needed. Each statement is answered within its time-out, whatever happens
 * to the connection, and a lost connection fails only the statements under way on it.
 */
export function openPool(url: string, options: PoolOptions): Pool {
  const statementDeadline = options.statementTimeout + grace;
  const codecs = makeCodecs();
  const pool = new ConnectionPool(
    driverOpener(url, options, codecs),
    options.connections,
    statementDeadline,
  );
  const run = (make: Make) => {
    const until = performance.now() + statementDeadline;
    return pool.use((connection) =>
      connection.execute(
        Promise.resolve(make(connection.sql)),
        Math.max(1, until - performance.now()),
      ),
    );
  };
  const pipelinesBegin = options.pipelinesBegin === true;
  const begin = <Result>(work: Work<Result>, mode: string, deadline?: number) => {
    const until = deadline === undefined ? undefined : performance.now() + deadline;
    return pool.use(
      (connection) =>
        inTransaction(
          connection,
          {
            mode: pipelinesBegin ? `${mode} read write` : mode,
            statementDeadline,
            deadline: until === undefined ? undefined : Math.max(1, until - performance.now()),
            pipelinesBegin,
          },
          work,
        ),
      deadline,
    );
  };
  const close = (patience = 5) => pool.close(patience);
  const sql = clientSql<postgres.Sql>((make) => new Statement(run, make), {
    options: codecs,
    begin: beginWith((mode, work) => begin(work, mode)),
    end: () => close(),
  });

  return { ...clientOf(sql), begin: (work, deadline) => begin(work, '', deadline), close };
}

export interface SingleConnection extends Client {
  /** Rejects when the connection is lost: it never comes back. */
  readonly lost: Promise<never>;
  readonly isLost: boolean;
  close(): Promise<void>;
}

/** One connection for what belongs to it: locks of the session, announcements. */
export function openConnection(url: string, options: ConnectionOptions): SingleConnection {
  const statementDeadline = options.statementTimeout + grace;
  const codecs = makeCodecs();
  const connection = new Connection(driverOpener(url, options, codecs));
  const lost = connection.watch(new Promise<never>(() => {}));
  lost.catch(() => {});
  const close = () => connection.close();
  const sql = connectionSql<postgres.Sql>(connection, statementDeadline, {
    options: codecs,
    begin: beginWith((mode, work) =>
      inTransaction(connection, { mode, statementDeadline, pipelinesBegin: false }, work),
    ),
    end: close,
  });

  return {
    ...clientOf(sql),
    lost,
    get isLost() {
      return connection.loss !== undefined;
    },
    close,
  };
}
