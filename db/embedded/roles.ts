import { createHmac } from 'node:crypto';
import type postgres from 'postgres';
import { openConnection } from '../client.ts';

/** Of the superuser, which once owned everything, and of the database. */
export const clusterName = 'leadgate';
export const ownerRole = 'leadgate_owner';
export const servingRole = 'leadgate_serving';

/** Any number: two processes that start at once take turns. */
const rolesLock = 7_236_004;

const passwordOf = (role: string, password: string) =>
  createHmac('sha256', password).update(role).digest('base64url');

/** The same server and database for another role. */
export function urlOfRole(url: string, role: string): string {
  const { password, host, pathname } = new URL(url);
  return `postgres://${role}:${passwordOf(role, password)}@${host}${pathname}`;
}

/**
 * Statements that give the owner what the superuser has in the schemas of the product. Functions and
 * types are left: migrations may drop them in a database of their own.
 */
async function transfers(tx: postgres.ISql): Promise<string[]> {
  const rows = await tx<{ statement: string }[]>`
    select format('alter schema %I owner to %I', nspname, ${ownerRole}::text) as statement
    from pg_namespace where nspname = 'drizzle'
    union all
    select format('alter table %s owner to %I', c.oid::regclass, ${ownerRole}::text)
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where nspname in ('public', 'drizzle') and relkind in ('r', 'p', 'v', 'm')
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`;
  return rows.map(({ statement }) => statement);
}

async function createRoles(tx: postgres.ISql, password: string): Promise<void> {
  for (const role of [ownerRole, servingRole]) {
    const found = await tx`select from pg_roles where rolname = ${role}`;
    const create = `create role ${role} login password '${passwordOf(role, password)}'`;
    if (found.length === 0) await tx.unsafe(create);
  }
}

/**
 * Creates the role that owns the schema and the role that serves, also in a cluster whose superuser
 * owned and served everything.
 *
 * @param url of the database, for the superuser
 */
export async function prepareRoles(url: string): Promise<void> {
  const { sql, close } = openConnection(url, { name: 'cluster', statementTimeout: 10_000 });
  const isDone = async (tx: postgres.ISql) => {
    const [database] = await tx`
      select pg_get_userbyid(datdba) as owner from pg_database where datname = ${clusterName}`;
    return database?.owner === ownerRole;
  };
  try {
    if (await isDone(sql)) return;

    await sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${rolesLock})`;
      if (await isDone(tx)) return;

      await createRoles(tx, new URL(url).password);
      for (const statement of await transfers(tx)) await tx.unsafe(statement);
      // By default every role may create temporary tables.
      await tx.unsafe(`revoke temporary on database ${clusterName} from public`);
      await tx.unsafe(`alter database ${clusterName} owner to ${ownerRole}`);
    });
  } finally {
    await close();
  }
}
