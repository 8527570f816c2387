import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { applications, companies, users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';
import { listCompaniesOfUser, type MemberCompany } from '../companies/list-companies-of-user.ts';
import { UnauthenticatedError } from '../errors.ts';

export interface SessionDescription {
  application: { name: string };
  user: { id: string; name: string; email: string };
  company: MemberCompany;
  companies: MemberCompany[];
}

/**
 * The signed-in user, the current company and the other companies of the user.
 *
 * @throws UnauthenticatedError when the user was deleted since the request began
 */
export async function getSessionView(db: Database, actor: UserActor): Promise<SessionDescription> {
  const { userId, applicationId, companyId, role } = actor;
  const [[row], memberOf] = await Promise.all([
    db
      .select({
        application: { name: applications.name },
        user: { id: users.id, name: users.name, email: users.email },
        company: { slug: companies.slug, name: companies.name },
      })
      .from(users)
      .innerJoin(applications, eq(applications.id, users.applicationId))
      .innerJoin(companies, eq(companies.applicationId, applications.id))
      .where(and(eq(users.id, userId), eq(companies.id, companyId))),
    listCompaniesOfUser(db, { userId, applicationId }),
  ]);
  if (!row) throw new UnauthenticatedError('Sign in to continue');

  return { ...row, company: { ...row.company, role }, companies: memberOf };
}
