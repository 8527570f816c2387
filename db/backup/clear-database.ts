import postgres from 'postgres';
import { isMigrated } from '#db/migrate.ts';
import { BackupError } from './errors.ts';
import { listTables } from './tables.ts';

/** Rows of the database itself: it is empty with them. */
const ownTable = 'public.installation';
const stillNeeded = '2BP01';

/** Of those that wait for our lock, hold the embedded server, or are ourselves. */
const harmless = ['leadgate start', 'leadgate cluster', 'leadgate backup'];

/** Served or being worked on by one of us. */
async function assertNobodyIsThere(tx: postgres.TransactionSql): Promise<void> {
  const [others] = await tx`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name like 'leadgate %'
      and application_name not in ${tx(harmless)}`;
  if (others?.count === 0) return;
  throw new BackupError(
    `Leadgate runs on this database (${others?.count} connections): stop it first`,
  );
}

async function assertEmpty(tx: postgres.TransactionSql): Promise<void> {
  for (const { name } of await listTables(tx)) {
    if (name === ownTable) continue;
    const rows = await tx.unsafe(`select from ${name} limit 1`);
    if (rows.length > 0) {
      throw new BackupError(
        `The database is not empty (${name}): restore into an empty one, or lose what it holds with --replace`,
      );
    }
  }
}

/** In an order in which none is needed by what is still there. Each gives the names. */
const kinds: [string, string][] = [
  ['materialized view', relations(['m'])],
  ['view', relations(['v'])],
  ['table', relations(['r', 'p'])],
  ['sequence', relations(['S'])],
  [
    'routine',
    `select oid::regprocedure::text as name from pg_proc where pronamespace = 'public'::regnamespace
       and ${isNotOfExtension('pg_proc', 'pg_proc.oid')}`,
  ],
  [
    'type',
    `select t.oid::regtype::text as name from pg_type t left join pg_class c on c.oid = typrelid
     where typnamespace = 'public'::regnamespace and (typtype in ('e', 'd', 'r') or relkind = 'c')
       and ${isNotOfExtension('pg_type', 't.oid')}`,
  ],
];

function isNotOfExtension(catalogue: string, oid: string): string {
  return `not exists (select from pg_depend where classid = '${catalogue}'::regclass
    and objid = ${oid} and deptype = 'e')`;
}

function relations(relkinds: string[]): string {
  const list = relkinds.map((kind) => `'${kind}'`).join(', ');
  return `select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in (${list})
      and ${isNotOfExtension('pg_class', 'pg_class.oid')}`;
}

/** What others have made of our tables, as views, is not ours to take away. */
function describeRefusal(error: unknown): unknown {
  if (!(error instanceof postgres.PostgresError) || error.code !== stillNeeded) return error;
  return new BackupError(`${error.detail?.split('\n', 1)[0]}: take it away first`);
}

async function dropAll(tx: postgres.TransactionSql): Promise<void> {
  for (const [kind, query] of kinds) {
    const found = await tx.unsafe<{ name: string }[]>(query);
    const names = found.map(({ name }) => name).join(', ');
    if (!names) continue;
    await tx.unsafe(`drop ${kind} ${names}`).catch((error: unknown) => {
      throw describeRefusal(error);
    });
  }
  await tx`drop table if exists drizzle.__drizzle_migrations`;
}

/**
 * Takes all that is ours away.
 *
 * @param replace even if it holds something
 * @throws BackupError when it may not be taken away
 */
export async function clearDatabase(tx: postgres.TransactionSql, replace: boolean): Promise<void> {
  await assertNobodyIsThere(tx);
  const [table] = await listTables(tx);
  if (!table) return;

  if (!(await isMigrated(tx)))
    throw new BackupError(
      `The database belongs to another program: it has the table ${table.name}`,
    );
  if (!replace) await assertEmpty(tx);
  await dropAll(tx);
}
