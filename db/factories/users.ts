import type { Database } from '#db/client.ts';
import { memberships, users } from '#db/schema/applications.ts';
import { newId } from '../id.ts';
import { only, suffix } from './row.ts';

type UserOverrides = Partial<typeof users.$inferInsert> & {
  applicationId: string;
  passwordHash: string;
};

export async function createUser(db: Database, overrides: UserOverrides) {
  const email = overrides.email ?? `user-${suffix()}@example.test`;

  return only(
    await db
      .insert(users)
      .values({ id: newId(), email, name: email, ...overrides })
      .returning(),
  );
}

type MemberOverrides = Partial<typeof memberships.$inferInsert> & {
  applicationId: string;
  companyId: string;
  userId: string;
};

/** Makes the user a member of the company, with the role admin by default. */
export async function createMember(db: Database, overrides: MemberOverrides) {
  return only(
    await db
      .insert(memberships)
      .values({ role: 'admin', ...overrides })
      .returning(),
  );
}
