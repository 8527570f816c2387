import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { memberships, users } from '#db/schema/applications.ts';
import type { Role } from '#db/values/access.ts';
import { getCompanyBySlug } from '../companies/get-company-by-slug.ts';
import { NotFoundError } from '../errors.ts';

/**
 * Gives a user of the company's application a role in the company, as a new member or instead of
 * the role they had.
 *
 * @throws NotFoundError
 */
export async function setRole(
  db: Database,
  input: { email: string; companySlug: string; role: Role },
): Promise<{ id: string }> {
  const email = input.email.toLowerCase();
  const { applicationId, id: companyId } = await getCompanyBySlug(db, input.companySlug);
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.applicationId, applicationId), eq(users.email, email)));
  if (!user) throw new NotFoundError(`There is no user ${email} in the company's application`);

  await db
    .insert(memberships)
    .values({ applicationId, companyId, userId: user.id, role: input.role })
    .onConflictDoUpdate({
      target: [memberships.companyId, memberships.userId],
      set: { role: input.role },
    });

  return user;
}
