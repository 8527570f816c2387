import { asc, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { memberships, users } from '#db/schema/applications.ts';
import type { Role } from '#db/values/access.ts';
import type { CompanyActor } from '../actor.ts';

export interface MemberSummary {
  id: string;
  name: string;
  role: Role;
  /** A deactivated member keeps leads, and gets no new ones. */
  isActive: boolean;
}

/** The members of the company by name, also those who are deactivated: leads may be theirs. */
export async function listMembers(
  db: Database,
  { companyId }: CompanyActor,
): Promise<MemberSummary[]> {
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      role: memberships.role,
      deactivatedAt: users.deactivatedAt,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(eq(memberships.companyId, companyId))
    .orderBy(asc(users.name), asc(users.id));

  return rows.map(({ deactivatedAt, ...row }) => ({ ...row, isActive: deactivatedAt === null }));
}
