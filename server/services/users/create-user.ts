import type { Database } from '#db/client.ts';
import { newId } from '#db/id.ts';
import { memberships, users } from '#db/schema/applications.ts';
import type { Role } from '#db/values/access.ts';
import { type Author, recordAudit } from '../audit/record-audit.ts';
import { getCompanyBySlug } from '../companies/get-company-by-slug.ts';
import { ConflictError } from '../errors.ts';
import { hashNewPassword } from './password.ts';

export interface NewUser {
  email: string;
  name: string;
  password: string;
  companySlug: string;
  role: Role;
}

/**
 * Creates a user as a member of a company.
 *
 * @throws InvalidError, NotFoundError
 * @throws ConflictError when the application has a user with this email address
 */
export async function createUser(
  db: Database,
  author: Author,
  input: NewUser,
): Promise<{ id: string }> {
  const { password, name, companySlug, role } = input;
  const passwordHash = await hashNewPassword(password, 'password');
  const company = await getCompanyBySlug(db, companySlug);
  const email = input.email.toLowerCase();
  const { applicationId, id: companyId } = company;

  return db.transaction(async (tx) => {
    const [user] = await tx
      .insert(users)
      .values({ id: newId(), applicationId, email, name, passwordHash })
      .onConflictDoNothing({ target: [users.applicationId, users.email] })
      .returning({ id: users.id, name: users.name });
    if (!user) throw new ConflictError(`There is a user ${email} in this application already`);
    await tx.insert(memberships).values({ applicationId, companyId, userId: user.id, role });
    await recordAudit(
      tx,
      { ...author, companyId },
      { action: 'members.add', subject: user, details: { role } },
    );

    return { id: user.id };
  });
}
