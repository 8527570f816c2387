import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { applications, companies, memberships, sessions, users } from '#db/schema/applications.ts';
import { deactivateUser } from '../services/users/deactivate-user.ts';
import { setPassword } from '../services/users/set-password.ts';
import { setRole } from '../services/users/set-role.ts';

const author = { kind: 'system', name: 'Test' } as const;

async function describeUser(db: Database, userId: string) {
  const [user] = await db
    .select({
      email: users.email,
      applicationSlug: applications.slug,
      companySlug: companies.slug,
      sessionVersion: users.sessionVersion,
    })
    .from(users)
    .innerJoin(applications, eq(applications.id, users.applicationId))
    .leftJoin(memberships, eq(memberships.userId, users.id))
    .leftJoin(companies, eq(companies.id, memberships.companyId))
    .where(eq(users.id, userId));
  if (!user) throw new Error(`There is no user ${userId}`);

  return { ...user, companySlug: user.companySlug ?? '' };
}

/** Every change that ends the sessions of a user who is a member of one company. */
export const userChanges = {
  deactivated: async (db: Database, userId: string) =>
    deactivateUser(db, author, await describeUser(db, userId)),
  role: async (db: Database, userId: string) =>
    setRole(db, author, { ...(await describeUser(db, userId)), role: 'viewer' }),
  password: async (db: Database, userId: string) =>
    setPassword(db, author, { ...(await describeUser(db, userId)), password: 'another password' }),
  'end of the session': (db: Database, userId: string) =>
    db.delete(sessions).where(eq(sessions.userId, userId)),
  /** Not offered by any service. By hand it takes both statements. */
  membership: (db: Database, userId: string) =>
    db.transaction(async (tx) => {
      const { sessionVersion } = await describeUser(tx, userId);
      await tx.delete(memberships).where(eq(memberships.userId, userId));
      await tx
        .update(users)
        .set({ sessionVersion: sessionVersion + 1 })
        .where(eq(users.id, userId));
    }),
};
