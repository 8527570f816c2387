import type postgres from 'postgres';

/**
 * Tables whose rows expire: failed sign-ins mean nothing an hour later, a session that was ended
 * after the backup must not begin again, and a simulation may be repeated. Unlogged tables, which
 * PostgreSQL itself empties after a crash, are left out as well. Every other table is backed up
 * without being named here.
 */
const leftOut = ['sign_in_failures', 'sessions', 'simulations'];

export interface Table {
  /** With its schema, as it stands in SQL. */
  name: string;
  /** As they stand in SQL, without the generated ones. */
  columns: string[];
}

/** Tables that are backed up, from the catalogue. */
export async function listTables(sql: postgres.ISql): Promise<Table[]> {
  return sql<Table[]>`
    select format('%I.%I', nspname, relname) as name,
      (select coalesce(json_agg(quote_ident(attname) order by attnum), '[]') from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c
    join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and relkind = 'r' and relpersistence = 'p'
      and relname not in ${sql(leftOut)}
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by 1`;
}
