import postgres from 'postgres';
import type { Belongings } from './belongings.ts';
import type { DatabaseServer } from './database-server.ts';
import type { Address, Fixture } from './fixture.ts';

/** A database that contestants take turns on. */
export interface Stage {
  readonly url: string;
  readonly fixture: Fixture;
  /** The key and step of all who use but one. */
  readonly address: Address;
  readonly sql: postgres.Sql;
  /** Leaves PostgreSQL knowing its tables, as autovacuum does within a minute or two. */
  readonly analyze: () => Promise<void>;
  /** Empty tables and a checkpoint: every round starts alike, however much the last one wrote. */
  readonly reset: () => Promise<void>;
}

/** A new database with the content of the template. */
export async function openStage(
  belongings: Belongings,
  server: DatabaseServer,
  fixture: Fixture,
  name: string,
): Promise<Stage> {
  const [address] = fixture.addresses;
  if (!address) throw new Error('The fixture has no key');

  const url = await server.copyTemplate(name);
  const sql = postgres(url, { max: 1, max_lifetime: null, onnotice: () => {} });
  belongings.add(() => sql.end({ timeout: 1 }));
  return {
    url,
    fixture,
    address,
    sql,
    analyze: async () => {
      await sql`vacuum (analyze)`;
      await server.checkpoint();
    },
    reset: async () => {
      await sql`truncate contacts, step_counters cascade`;
      await server.checkpoint();
    },
  };
}
