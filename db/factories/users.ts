import type { Database } from '#db/client.ts';
import { memberships, sessions, users } from '#db/schema/applications.ts';
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

type SessionOverrides = Partial<typeof sessions.$inferInsert> & { userId: string };

/** A session that began a moment ago, of a user whose sessions were never ended. */
export async function createSession(db: Database, overrides: SessionOverrides) {
  const expiresAt = new Date(Date.now() + 7 * 24 * 3_600_000);
  const values = { sessionVersion: 1, address: '203.0.113.9', userAgent: '', expiresAt };

  return only(
    await db
      .insert(sessions)
      .values({ id: newId(), ...values, ...overrides })
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
