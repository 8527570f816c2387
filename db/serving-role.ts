import type postgres from 'postgres';

/** What the serving role needs of a table: it changes rows, but no entry of the audit log. */
const grantsOf = `case
  when nspname = 'drizzle' then array['select']
  when relname = 'audit_log' then array['select', 'insert']
  else array['select', 'insert', 'update', 'delete']
end`;

/** Statements that give the role what it lacks, none where it has everything. */
async function missingGrants(sql: postgres.Sql, role: string): Promise<string[]> {
  const rows = await sql<{ statement: string }[]>`
    select format('grant usage on schema %I to %I', nspname, ${role}::text) as statement
    from pg_namespace
    where nspname in ('public', 'drizzle') and not has_schema_privilege(${role}, oid, 'usage')
    union all
    select format('grant %s on %s to %I', string_agg(needed, ', '), c.oid::regclass, ${role}::text)
    from pg_class c join pg_namespace n on n.oid = relnamespace,
      unnest(${sql.unsafe(grantsOf)}) as needed
    where nspname in ('public', 'drizzle') and relkind in ('r', 'p')
      and not has_table_privilege(${role}, c.oid, needed)
      and not exists (
        select from pg_depend
        where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
    group by c.oid`;
  return rows.map(({ statement }) => statement);
}

/**
 * Gives the role that serves its rights to the tables of a migrated schema. An owner or a superuser
 * has them already.
 *
 * @param sql of the role that owns the schema
 */
export async function grantServingRights(sql: postgres.Sql, role: string): Promise<void> {
  for (const statement of await missingGrants(sql, role)) await sql.unsafe(statement);
}
