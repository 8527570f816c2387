import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { userIdentities, users } from '#db/schema/applications.ts';
import { recordUserAudit } from '../audit/record-audit.ts';
import { recordRefusedSignIn, recordSession } from '../audit/record-session.ts';
import { type SessionClaims, type SessionClient, sessionUser } from '../session/session-claims.ts';
import { startSession } from '../session/start-session.ts';

/** What an OpenID provider says of a user who has just signed in there. */
export interface Identity {
  applicationId: string;
  issuer: string;
  subject: string;
  /** Lower-case; absent unless the provider says that it has verified it. */
  verifiedEmail: string | undefined;
  client: SessionClient;
}

interface KnownUser {
  userId: string;
  applicationId: string;
  sessionVersion: number;
  deactivatedAt: Date | null;
}

async function findBound(
  db: Pick<Database, 'select'>,
  { applicationId, issuer, subject }: Identity,
): Promise<KnownUser | undefined> {
  const [user] = await db
    .select({ ...sessionUser, deactivatedAt: users.deactivatedAt })
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

/**
 * Binds the user with this email address, unless deactivated or bound to another subject of the
 * issuer. Returns the user that the subject is bound to afterwards.
 */
function bind(db: Database, identity: Identity, email: string): Promise<KnownUser | undefined> {
  const { applicationId, issuer, subject } = identity;
  const { address } = identity.client;

  return db.transaction(async (tx) => {
    /* Locked: of two subjects with one email address at once, one is bound. */
    const [user] = await tx
      .select({ ...sessionUser, deactivatedAt: users.deactivatedAt, name: users.name })
      .from(users)
      .where(and(eq(users.applicationId, applicationId), eq(users.email, email)))
      .for('update');
    if (!user || user.deactivatedAt) return user;

    const { userId } = user;
    const earlier = await tx.$count(
      userIdentities,
      and(
        eq(userIdentities.applicationId, applicationId),
        eq(userIdentities.userId, userId),
        eq(userIdentities.issuer, issuer),
      ),
    );
    if (earlier > 0) return findBound(tx, identity);

    const bound = await tx
      .insert(userIdentities)
      .values({ applicationId, issuer, subject, userId })
      .onConflictDoNothing()
      .returning({ userId: userIdentities.userId });
    if (bound.length > 0) {
      const author = { kind: 'user', userId, name: user.name, address } as const;
      const details = { issuer };
      await recordUserAudit(tx, author, { userId, action: 'users.bindIdentity', details });
    }
    return findBound(tx, identity);
  });
}

/**
 * Begins the session of the user that an OpenID provider has authenticated, recorded in the audit log. The
 * first time this is the user with the verified email address, later the user bound to the
 * provider's subject, whatever the address. `undefined` for every reason to refuse:
 * unknown, not verified, deactivated, or bound to another subject.
 */
export async function authenticateIdentity(
  db: Database,
  identity: Identity,
): Promise<SessionClaims | undefined> {
  const { verifiedEmail, client } = identity;
  const { address } = client;
  const found = await findBound(db, identity);
  const user = found ?? (verifiedEmail && (await bind(db, identity, verifiedEmail)));
  if (!user) return undefined;

  const { userId } = user;
  if (user.deactivatedAt) {
    await recordRefusedSignIn(db, { userId, address, reason: 'deactivated' });
    return undefined;
  }

  return db.transaction(async (tx) => {
    await recordSession(tx, 'session.signIn', { userId, address });
    return startSession(tx, user, client);
  });
}
