import { randomInt } from 'node:crypto';
import type postgres from 'postgres';
import { openConnection, type Pooler } from './client.ts';

/** How the processes of an installation reach their database. */
export interface DatabaseAddress {
  /** For statements and transactions. Its role needs no right but those that are granted to it. */
  url: string;
  /** What `url` leads through, if not to PostgreSQL itself. */
  pooler?: Pooler | undefined;
  /** PostgreSQL itself, for what needs a session. Its role owns the schema. */
  directUrl: string;
}

const probeStatementMs = 10_000;
/** Other clients may take the connection that a look expects to be free. */
const sessionLooks = 5;

/** It sends no settings at its start, which a pooler may refuse. */
const openProbe = (url: string, keepsStatements: boolean) =>
  openConnection(url, {
    name: 'start',
    statementTimeout: probeStatementMs,
    pooler: { keepsStatements },
  });

/**
 * The role of an address and the pooler that it leads through. PostgreSQL tells a new connection
 * the number of its backend, for cancelling. A pooler shares backends and tells a number of its own.
 */
export async function inspectAddress(
  url: string,
): Promise<{ role: string; pooler: Pooler | undefined }> {
  const { sql, close } = openProbe(url, true);
  try {
    const rows = await sql<{ pid: number; role: string; names: string[] }[]>`
      select pg_backend_pid() as pid, current_user as role,
        array(select name::text from pg_prepared_statements) as names`;
    const { pid = 0, role = '', names = [] } = rows[0] ?? {};
    // A pooler that keeps named statements gives them names of its own.
    const keepsStatements = !names.includes(rows.statement.name);
    return { role, pooler: rows.state.pid === pid ? undefined : { keepsStatements } };
  } finally {
    await close();
  }
}

async function backendOf(sql: postgres.ISql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  return row?.pid ?? 0;
}

/**
 * Whether a connection keeps its backend between two transactions, as a pooler in session mode lets
 * it. While another connection is in a transaction, a pooler in transaction mode cannot give the same
 * backend to both.
 */
export async function keepsSession(url: string): Promise<boolean> {
  if (!(await inspectAddress(url)).pooler) return true;

  const [watched, other] = [openProbe(url, false), openProbe(url, false)];
  try {
    for (let look = 0; look < sessionLooks; look += 1) {
      const before = await backendOf(watched.sql);
      const isSame = await other.sql.begin(async (tx) => {
        await backendOf(tx);
        return (await backendOf(watched.sql)) === before;
      });
      if (!isSame) return false;
    }
    return true;
  } finally {
    await Promise.all([watched.close(), other.close()]);
  }
}

/**
 * Whether both addresses lead to one database of one server. An advisory lock belongs to its
 * database: any role may take one, and a pooler lets it through.
 */
export async function isSameDatabase(url: string, other: string): Promise<boolean> {
  const [holder, seeker] = [openProbe(other, false), openProbe(url, false)];
  // Nobody else holds a lock by chance.
  const key = randomInt(2 ** 47);
  try {
    return await holder.sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${key}::bigint)`;
      const [row] = await seeker.sql<{ isFree: boolean }[]>`
        select pg_try_advisory_xact_lock(${key}::bigint) as "isFree"`;
      return row?.isFree === false;
    });
  } finally {
    await Promise.all([holder.close(), seeker.close()]);
  }
}
