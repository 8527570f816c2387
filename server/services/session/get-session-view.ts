import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { applications, companies, users } from '#db/schema/applications.ts';
import type { LeadVisibility } from '#db/values/access.ts';
import type { UserActor } from '../actor.ts';
import { listCompaniesOfUser, type MemberCompany } from '../companies/list-companies-of-user.ts';
import { UnauthenticatedError } from '../errors.ts';

export interface SessionDescription {
  application: { name: string };
  /** Without a time zone of their own, users see times in the company's. */
  user: { id: string; name: string; email: string; timeZone: string | null };
  company: MemberCompany & {
    timeZone: string;
    /** ISO 3166 alpha-2; `null`: unknown. */
    country: string | null;
    /** ISO 4217, of amounts; `null`: that of the country. */
    currency: string | null;
    agentsSee: LeadVisibility;
    /** Which leads the user sees. */
    sees: LeadVisibility;
    /** Minutes from the arrival of a lead in which it should be contacted. */
    contactTarget: number | null;
    /** Days for which bodies of requests are stored. */
    bodyRetentionDays: number;
  };
  companies: MemberCompany[];
}

/**
 * The signed-in user, the current company and the other companies of the user.
 *
 * @throws UnauthenticatedError when the user was deleted since the request began
 */
export async function getSessionView(db: Database, actor: UserActor): Promise<SessionDescription> {
  const { userId, applicationId, companyId, role, sees } = actor;
  const [[row], memberOf] = await Promise.all([
    db
      .select({
        application: { name: applications.name },
        user: { id: users.id, name: users.name, email: users.email, timeZone: users.timeZone },
        company: {
          slug: companies.slug,
          name: companies.name,
          timeZone: companies.timeZone,
          country: companies.country,
          currency: companies.currency,
          agentsSee: companies.agentsSee,
          contactTarget: companies.contactTarget,
          bodyRetentionDays: companies.bodyRetentionDays,
        },
      })
      .from(users)
      .innerJoin(applications, eq(applications.id, users.applicationId))
      .innerJoin(companies, eq(companies.applicationId, applications.id))
      .where(and(eq(users.id, userId), eq(companies.id, companyId))),
    listCompaniesOfUser(db, { userId, applicationId }),
  ]);
  if (!row) throw new UnauthenticatedError('Sign in to continue');

  return { ...row, company: { ...row.company, role, sees }, companies: memberOf };
}
