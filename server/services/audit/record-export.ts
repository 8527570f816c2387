import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import type { AuditDetails, RecordedAction } from '#db/values/audit.ts';
import type { UserActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { recordAudit } from './record-audit.ts';

/**
 * Records that a member exports data of the company, before the first byte leaves.
 *
 * @returns what names the file, and is in it
 * @throws NotFoundError
 */
export function recordExport(
  db: Database,
  actor: UserActor,
  what: { action: RecordedAction; details: AuditDetails },
): Promise<{ slug: string; timeZone: string }> {
  const { companyId } = actor;
  return db.transaction(async (tx) => {
    const [company] = await tx
      .select({ name: companies.name, slug: companies.slug, timeZone: companies.timeZone })
      .from(companies)
      .where(eq(companies.id, companyId));
    if (!company) throw new NotFoundError('Company not found');

    const { name, ...file } = company;
    await recordAudit(tx, actor, { ...what, subject: { id: companyId, name } });
    return file;
  });
}
