import postgres from 'postgres';

/** Of each table: how many rows, and a hash of them all. */
export type Rows = Record<string, { rows: number; hash: string | null }>;

/** Runs `work` on a connection that is closed before anybody minds. */
export async function onConnection<Result>(
  url: string,
  work: (sql: postgres.Sql) => Promise<Result>,
): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

/** Every table of every schema, asked for in another way than backups do. */
export async function describeRows(sql: postgres.Sql): Promise<Rows> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1`;
  const described: Rows = {};
  for (const { name } of tables) {
    const [row] = await sql.unsafe(
      `select count(*)::int as rows, md5(string_agg(t::text, '|' order by t::text)) as hash from ${name} t`,
    );
    described[name] = { rows: Number(row?.rows), hash: row?.hash ?? null };
  }
  return described;
}

/** What tables are made of, as PostgreSQL writes it. */
export async function describeSchema(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ definition: string }[]>`
    select concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
      as definition
    from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select concat_ws(' ', tgenabled, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
    union all
    select concat_ws(' ', table_name, ordinal_position, column_name, data_type, column_default, is_nullable)
    from information_schema.columns where table_schema in ('public', 'drizzle')
    union all
    select concat_ws(' ', oid::regclass, relpersistence, reloptions::text) from pg_class
    where relnamespace = 'public'::regnamespace
    order by 1`;
  return rows.map(({ definition }) => definition);
}
