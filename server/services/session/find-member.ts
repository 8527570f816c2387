import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies, memberships, users } from '#db/schema/applications.ts';
import type { UserActor } from '../actor.ts';

interface MemberQuery {
  userId: string;
  applicationId: string;
  companySlug: string;
  /** Where the request came from. */
  address: string;
}

/** The user as an actor in the company, if a member of it and not deactivated. */
export async function findMember(
  db: Database,
  { userId, applicationId, companySlug, address }: MemberQuery,
): Promise<UserActor | undefined> {
  const [member] = await db
    .select({
      companyId: companies.id,
      name: users.name,
      role: memberships.role,
      agentsSee: companies.agentsSee,
    })
    .from(memberships)
    .innerJoin(companies, eq(companies.id, memberships.companyId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(
        eq(memberships.userId, userId),
        eq(memberships.applicationId, applicationId),
        eq(companies.slug, companySlug),
        isNull(users.deactivatedAt),
      ),
    );

  if (!member) return undefined;
  const { agentsSee, ...rest } = member;
  const sees = member.role === 'agent' ? agentsSee : 'all';
  return { kind: 'user', userId, applicationId, address, ...rest, sees };
}
