import { eq } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import type { ManagingActor } from '../actor.ts';
import { changesOf, recordAudit } from '../audit/record-audit.ts';
import { NotFoundError } from '../errors.ts';
import { assertTimeZone } from './time-zone.ts';

/**
 * Changes the name and the time zone. Leads that are already counted stay on their days.
 *
 * @throws InvalidError for an unknown time zone
 * @throws NotFoundError
 */
export async function updateCompany(
  db: Database,
  actor: ManagingActor,
  { name, timeZone }: { name: string; timeZone: string },
): Promise<{ id: string }> {
  const { companyId: id } = actor;
  await assertTimeZone(db, timeZone);

  return db.transaction(async (tx) => {
    const [company] = await tx
      .select({ name: companies.name, timeZone: companies.timeZone })
      .from(companies)
      .where(eq(companies.id, id))
      .for('no key update');
    if (!company) throw new NotFoundError('Company not found');
    const details = changesOf({
      name: [company.name, name],
      timeZone: [company.timeZone, timeZone],
    });
    if (!details) return { id };

    await tx.update(companies).set({ name, timeZone }).where(eq(companies.id, id));
    await recordAudit(tx, actor, { action: 'companies.update', subject: { id, name }, details });
    // Intake knows the time zone of a company with its keys.
    await announce(tx, 'keys');
    return { id };
  });
}
