import type postgres from 'postgres';
import type { Table } from './tables.ts';

/**
 * Takes foreign keys and triggers away, and gives what brings them back. Rows may then come in any
 * order and nothing is made of them; bringing a key back checks all of its rows at once. Unlike
 * `session_replication_role` it takes nobody but the owner of the tables.
 */
export async function layAside(
  tx: postgres.TransactionSql,
  tables: Iterable<Table>,
): Promise<() => Promise<void>> {
  const names = [...tables].map(({ name }) => name);
  const keys = await tx<{ table: string; name: string; definition: string }[]>`
    select conrelid::regclass::text as table, quote_ident(conname) as name,
      pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
      and conparentid = 0
    order by 1, 2`;
  for (const { table, name } of keys)
    await tx.unsafe(`alter table ${table} drop constraint ${name}`);
  for (const name of names) await tx.unsafe(`alter table ${name} disable trigger user`);

  return async () => {
    for (const { table, name, definition } of keys)
      await tx.unsafe(`alter table ${table} add constraint ${name} ${definition}`);
    for (const name of names) await tx.unsafe(`alter table ${name} enable trigger user`);
  };
}
