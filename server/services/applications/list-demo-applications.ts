import { and, inArray, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { demo } from '#db/seed/demo.ts';

/** Ids of the applications with an active account of the demo data. Its password is public. */
export async function listDemoApplications(db: Database): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: users.applicationId })
    .from(users)
    .where(and(inArray(users.email, Object.values(demo.emails)), isNull(users.deactivatedAt)));

  return rows.map(({ id }) => id);
}
