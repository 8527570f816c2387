import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { memberships, users } from '#db/schema/applications.ts';
import type { Role } from '#db/values/access.ts';
import { type Author, changesOf, recordAudit } from '../audit/record-audit.ts';
import { getCompanyBySlug } from '../companies/get-company-by-slug.ts';
import { NotFoundError } from '../errors.ts';
import { endSessions } from '../session/session-claims.ts';

/**
 * Gives a user of the company's application a role in the company, as a new member or instead of
 * the earlier role. Another role ends all sessions of the user.
 *
 * @throws NotFoundError
 */
export function setRole(
  db: Database,
  author: Author,
  input: { email: string; companySlug: string; role: Role },
): Promise<{ id: string }> {
  const email = input.email.toLowerCase();
  const { role } = input;

  return db.transaction(async (tx) => {
    const { applicationId, id: companyId } = await getCompanyBySlug(tx, input.companySlug);
    /* Locked, so that of two changes at once the second sees what the first one did. */
    const [user] = await tx
      .select({ id: users.id, name: users.name })
      .from(users)
      .where(and(eq(users.applicationId, applicationId), eq(users.email, email)))
      .for('no key update');
    if (!user) throw new NotFoundError(`There is no user ${email} in the company's application`);

    const { id: userId } = user;
    const ofUser = and(eq(memberships.companyId, companyId), eq(memberships.userId, userId));
    const [member] = await tx.select({ role: memberships.role }).from(memberships).where(ofUser);
    const companyAuthor = { ...author, companyId };
    if (!member) {
      await tx.insert(memberships).values({ applicationId, companyId, userId, role });
      const details = { role };
      await recordAudit(tx, companyAuthor, { action: 'members.add', subject: user, details });
      return { id: userId };
    }

    const details = changesOf({ role: [member.role, role] });
    if (details) {
      await tx.update(memberships).set({ role }).where(ofUser);
      await tx.update(users).set(endSessions).where(eq(users.id, userId));
      await recordAudit(tx, companyAuthor, {
        action: 'members.changeRole',
        subject: user,
        details,
      });
    }
    return { id: userId };
  });
}
