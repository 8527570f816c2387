import { sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import type { Role } from '#db/values/access.ts';
import { type Author, companyEntry } from './entry.ts';

/** Notes that somebody became a member of a company. Give it the transaction in which they did. */
export async function noteNewMember(
  db: Pick<Database, 'execute'>,
  author: Author & { companyId: string },
  { id, name, role }: { id: string; name: string; role: Role },
): Promise<void> {
  const member = sql`(select ${id}::uuid as id, ${name}::text as name)`;

  await db.execute(
    companyEntry(author, 'members.add', member, sql`jsonb_build_object('role', ${role}::text)`),
  );
}
