import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';

/** The password hashes of those of an application's active users who have these email addresses. */
export async function listPasswordHashes(
  db: Database,
  { applicationId, emails }: { applicationId: string; emails: readonly string[] },
): Promise<Map<string, string>> {
  const rows = await db
    .select({ email: users.email, passwordHash: users.passwordHash })
    .from(users)
    .where(
      and(
        eq(users.applicationId, applicationId),
        inArray(users.email, [...emails]),
        isNull(users.deactivatedAt),
      ),
    );

  return new Map(rows.map((row) => [row.email, row.passwordHash]));
}
