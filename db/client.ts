import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { Connection, type OpenDriver } from './connections/connection.ts';
import { ConnectionPool } from './connections/connection-pool.ts';
import { clientSql, connectionSql, type Make, pendingQuery, Statement } from './connections/sql.ts';
import {
  inTransaction,
  type Transaction as TransactionSql,
  type Work,
} from './connections/transaction.ts';
import { types } from './connections/types.ts';
import { countdown } from './deadline.ts';
import * as schema from './schema/index.ts';

export type Schema = typeof schema;
export type Database = PostgresJsDatabase<Schema>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export interface Client {
  readonly db: Database;
  readonly sql: postgres.Sql;
}

export interface Pool extends Client {
  /**
   * As `sql.begin`, with a deadline for everything from the wait for a connection to the commit. It is
   * also the one of each statement, which may run longer than the others of the pool if it says so to
   * PostgreSQL.
   *
   * @param deadline milliseconds
   */
  begin<Result>(work: Work<Result>, deadline: number): Promise<Result>;
  /**
   * What `work` asks of the pool holds at most half of the connections, together with other work for the
   * same owner. After the end of `work`, or an abort of the signal, its statements are not sent any more,
   * and those under way are cancelled.
   */
  share<Result>(owner: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result>;
  /** Lets statements under way finish for so many seconds, five unless told, then cuts the connections. */
  close(patience?: number): Promise<void>;
}

/**
 * A connection pooler in transaction mode, as PgBouncer: each transaction may run on another
 * connection to PostgreSQL, so that settings and locks of a session do not hold.
 */
export interface Pooler {
  /** Named statements work, as in PgBouncer from 1.21 on with `max_prepared_statements`. */
  keepsStatements: boolean;
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
  /** What the address leads through. Settings are then made in each transaction. */
  pooler?: Pooler | undefined;
  /** Called with what is announced on channels that the connection listens to. */
  onNotify?: (channel: string, payload: string) => void;
}

export interface PoolOptions extends ConnectionOptions {
  connections: number;
  /**
   * Sends `begin` together with the first statements of a transaction: one round trip less. These
   * are executed even if the `begin` fails, and must then change nothing; later ones are not sent.
   */
  pipelinesBegin?: boolean;
}

/** Milliseconds after which we give a statement up that the server should have ended. */
const graceMs = 500;
/** Seconds until a connection must be there. */
const connectTimeoutSeconds = 5;

const settingsOf = ({ statementTimeout, neverScan }: ConnectionOptions) => ({
  statement_timeout: statementTimeout,
  idle_in_transaction_session_timeout: statementTimeout,
  // To compile a statement takes longer than any of ours runs.
  jit: 'off',
  // Else the sixth execution of a prepared statement may begin to ignore the values.
  plan_cache_mode: neverScan ? 'force_generic_plan' : 'force_custom_plan',
  ...(neverScan && { enable_seqscan: 'off' }),
});

/** What follows `begin`: behind a pooler, the settings that other connections have from their start. */
function modeWithSettings(mode: string, options: ConnectionOptions): string {
  if (!options.pooler) return mode;

  const settings = Object.entries(settingsOf(options));
  return [mode, ...settings.map(([name, value]) => `set local ${name} = ${value}`)].join('; ');
}

function driverOpener(url: string, given: ConnectionOptions): OpenDriver {
  const { name, pooler, onNotify } = given;
  const options = {
    fetch_types: false,
    types,
    connect_timeout: connectTimeoutSeconds,
    prepare: pooler?.keepsStatements ?? true,
    onnotice: () => {},
    connection: {
      application_name: `leadgate ${name}`,
      timezone: 'UTC',
      ...(!pooler && settingsOf(given)),
    },
    /** Read by postgres.js, but missing in its types. */
    ...(onNotify && { onnotify: onNotify }),
  };
  return (own) => postgres(url, { ...options, ...own }) as postgres.Sql;
}

type Begin = (mode: string, work: Work<unknown>) => Promise<unknown>;

/** What drizzle and callers need besides templates. drizzle writes to `options`: see types.ts. */
const members = (begin: Begin, end: () => Promise<void>) => ({
  options: { parsers: {}, serializers: {} },
  begin: (...given: [Work<unknown>] | [string, Work<unknown>]) =>
    given.length === 1 ? begin('', given[0]) : begin(...given),
  end: () => end(),
});

const clientOf = (sql: postgres.Sql): Client => ({
  sql,
  db: drizzle(sql, { schema, casing: 'snake_case' }),
});

/**
 * Connections as they are needed. Each statement is answered within its time-out, whatever happens
 * to the connection, and a lost connection fails only the statements under way on it.
 */
export function openPool(url: string, options: PoolOptions): Pool {
  const { connections, statementTimeout, pipelinesBegin } = options;
  const statementDeadline = statementTimeout + graceMs;
  const pool = new ConnectionPool(driverOpener(url, options), connections, statementDeadline);
  const begin = <Result>(
    mode: string,
    work: Work<Result>,
    timeLeft?: () => number,
    isPipelined = pipelinesBegin,
  ) =>
    pool.use((connection) => {
      const given = {
        mode: modeWithSettings(mode, options),
        statementDeadline,
        deadline: timeLeft?.(),
        pipelinesBegin: isPipelined,
      };
      return inTransaction(connection, given, work);
    });
  /**
   * postgres.js 3.4.9 counts the rows that came before an error until a later statement completes: the
   * next answer on the connection would begin with so many holes. The rollback of a transaction is such
   * a statement. A connection on which a statement failed alone is not used again.
   */
  const runAlone = (make: Make) => {
    const timeLeft = countdown(statementDeadline);
    return pool.use(async (connection) => {
      try {
        return await connection.execute(pendingQuery(make(connection.sql)), timeLeft());
      } catch (error) {
        connection.destroy();
        throw error;
      }
    });
  };
  /** In one flight. A `begin` that fails loses only the settings: one statement is a transaction. */
  const runWithSettings = (make: Make) => {
    const send = (tx: TransactionSql) => {
      const answer = make(tx);
      tx.commit();
      return answer;
    };
    return begin('', send, countdown(statementDeadline), true);
  };
  const run = options.pooler ? runWithSettings : runAlone;
  const close = (patience = 5) => pool.close(patience);
  const sql = clientSql<postgres.Sql>((make) => new Statement(run, make), members(begin, close));

  return {
    ...clientOf(sql),
    share: (owner, signal, work) => pool.share(owner, signal, work),
    begin: (work, deadline) => begin('', work, countdown(deadline)),
    close,
  };
}

export interface SingleConnection extends Client {
  /** Rejects when the connection is lost: it never comes back. */
  readonly lost: Promise<never>;
  readonly isLost: boolean;
  close(): Promise<void>;
}

/**
 * One connection for what belongs to it: locks of the session, announcements. Behind a pooler it is
 * for a few statements only, which the client alone ends outside of transactions. It is kept after an
 * error, so a statement of several rows belongs into a transaction (see `runAlone`).
 */
export function openConnection(url: string, options: ConnectionOptions): SingleConnection {
  const deadline = options.statementTimeout + graceMs;
  const connection = new Connection(driverOpener(url, options));
  const lost = connection.watch(new Promise<never>(() => {}));
  lost.catch(() => {});
  const begin: Begin = (mode, work) =>
    inTransaction(
      connection,
      { mode: modeWithSettings(mode, options), statementDeadline: deadline },
      work,
    );
  const close = () => connection.close();
  const sql = connectionSql<postgres.Sql>(connection, { deadline }, members(begin, close));

  return {
    ...clientOf(sql),
    lost,
    get isLost() {
      return connection.loss !== undefined;
    },
    close,
  };
}
