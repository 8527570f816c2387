import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { userIdentities, users } from '#db/schema/applications.ts';
import { type SessionClaims, sessionClaims } from '../session/session-claims.ts';

/** What an OpenID provider says of somebody who has just signed in there. */
export interface Identity {
  applicationId: string;
  issuer: string;
  subject: string;
  /** Lower-case; absent unless the provider says that it has verified it. */
  verifiedEmail: string | undefined;
}

async function findBound(db: Database, { applicationId, issuer, subject }: Identity) {
  const [user] = await db
    .select({ claims: sessionClaims, deactivatedAt: users.deactivatedAt })
    .from(userIdentities)
    .innerJoin(users, eq(users.id, userIdentities.userId))
    .where(
      and(
        eq(userIdentities.applicationId, applicationId),
        eq(userIdentities.issuer, issuer),
        eq(userIdentities.subject, subject),
      ),
    );

  return user;
}

/** Binds the active user with this email address, unless somebody of the issuer has been already. */
async function bind(db: Database, identity: Identity, email: string): Promise<void> {
  const { applicationId, issuer, subject } = identity;

  await db.transaction(async (tx) => {
    /* Locked: of two people who come with one address at once, one is bound. */
    const [user] = await tx
      .select({ userId: users.id })
      .from(users)
      .where(
        and(
          eq(users.applicationId, applicationId),
          eq(users.email, email),
          isNull(users.deactivatedAt),
        ),
      )
      .for('update');
    if (!user) return;

    const { userId } = user;
    const bound = await tx.$count(
      userIdentities,
      and(
        eq(userIdentities.applicationId, applicationId),
        eq(userIdentities.userId, userId),
        eq(userIdentities.issuer, issuer),
      ),
    );
    if (bound > 0) return;
    await tx
      .insert(userIdentities)
      .values({ applicationId, issuer, subject, userId })
      .onConflictDoNothing();
  });
}

/**
 * The session of the user whom an OpenID provider vouches for. The first time that is the one with the verified
 * email address, ever after the one who was bound to the provider's subject then, whatever becomes
 * of addresses. `undefined` for every reason not to: unknown, not verified, deactivated, or bound
 * to another subject.
 */
export async function authenticateIdentity(
  db: Database,
  identity: Identity,
): Promise<SessionClaims | undefined> {
  const { verifiedEmail } = identity;
  let user = await findBound(db, identity);
  if (!user && verifiedEmail) {
    await bind(db, identity, verifiedEmail);
    user = await findBound(db, identity);
  }

  return user?.deactivatedAt === null ? user.claims : undefined;
}
