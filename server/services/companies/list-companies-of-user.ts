import { and, asc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies, memberships } from '#db/schema/applications.ts';
import type { Role } from '#db/values/access.ts';

export interface MemberCompany {
  slug: string;
  name: string;
  role: Role;
}

/** The companies a user may enter, the oldest first: the first one is where a sign-in leads. */
export function listCompaniesOfUser(
  db: Database,
  { userId, applicationId }: { userId: string; applicationId: string },
): Promise<MemberCompany[]> {
  return db
    .select({ slug: companies.slug, name: companies.name, role: memberships.role })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .where(and(eq(memberships.userId, userId), eq(memberships.applicationId, applicationId)))
    .orderBy(asc(companies.createdAt), asc(companies.id));
}
