import type postgres from 'postgres';

/**
 * Rows that mean nothing an hour later: they start afresh. What PostgreSQL itself does not keep
 * through a crash (unlogged) is left out as well. All else is backed up without being named here.
 */
const passing = ['sign_in_failures'];

export interface Table {
  /** With its schema, as it stands in SQL. */
  name: string;
  /** As they stand in SQL. Computed ones are left out. */
  columns: string[];
}

/** Tables that are backed up, by the catalogue. */
export async function listTables(sql: postgres.ISql): Promise<Table[]> {
  return sql<Table[]>`
    select format('%I.%I', nspname, relname) as name,
      (select coalesce(json_agg(quote_ident(attname) order by attnum), '[]') from pg_attribute
       where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from pg_class c
    join pg_namespace n on n.oid = relnamespace
    where nspname = 'public' and relkind = 'r' and relpersistence = 'p'
      and relname not in ${sql(passing)}
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    order by 1`;
}

export interface Sequence {
  name: string;
  /** As text: it may be beyond what a number holds. */
  last: string;
}

/** Sequences that have given a number. */
export async function listSequences(sql: postgres.ISql): Promise<Sequence[]> {
  return sql<Sequence[]>`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where schemaname = 'public' and last_value is not null order by 1`;
}

/**
 * Has the same rows written the same way, whoever asks and whatever the server is set to, and all of
 * them: were rows hidden by a policy, the statement would fail. It does not wait long for others' locks.
 */
export async function settle(tx: postgres.TransactionSql): Promise<void> {
  await tx`set local lock_timeout = '20s'`;
  await tx`set local row_security = off`;
  await tx`set local timezone = 'UTC'`;
  await tx`set local datestyle = 'ISO, YMD'`;
  await tx`set local intervalstyle = 'postgres'`;
  await tx`set local extra_float_digits = 3`;
  await tx`set local bytea_output = 'hex'`;
}
