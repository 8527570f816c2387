import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { users } from '#db/schema/applications.ts';
import { getApplicationBySlug } from '../applications/get-application-by-slug.ts';
import { NotFoundError } from '../errors.ts';

/** Who is meant, as an operator says it. */
export interface UserOfApplication {
  applicationSlug: string;
  email: string;
}

/** @throws NotFoundError */
export async function getUserByEmail(
  db: Database,
  { applicationSlug, email }: UserOfApplication,
): Promise<{ id: string }> {
  const { id: applicationId } = await getApplicationBySlug(db, applicationSlug);
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.applicationId, applicationId), eq(users.email, email.toLowerCase())));
  if (!user) throw new NotFoundError(`There is no user ${email} in ${applicationSlug}`);

  return user;
}
