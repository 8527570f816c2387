import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { companies } from '#db/schema/applications.ts';
import type { ManagingActor } from '../actor.ts';
import { changesOf, recordAudit } from '../audit/record-audit.ts';
import { ConflictError } from '../errors.ts';
import { lockCompany } from './lock-company.ts';
import { getLostReasons } from './lost-reasons.ts';

/**
 * Replaces the list of reasons. Leads keep the text of a reason that is gone.
 *
 * @param reasons `from` is the list that the user saw
 * @throws ConflictError when it was changed meanwhile
 * @throws NotFoundError
 */
export function saveLostReasons(
  db: Database,
  actor: ManagingActor,
  { reasons }: { reasons: { from: readonly string[]; to: readonly string[] } },
): Promise<{ reasons: readonly string[] }> {
  const { companyId: id } = actor;

  return db.transaction(async (tx) => {
    await lockCompany(tx, id);
    const stored = await getLostReasons(tx, id);
    const isSeen = [reasons.from, reasons.to].some((list) => isDeepStrictEqual(list, stored));
    if (!isSeen) {
      throw new ConflictError(
        'Another admin changed the list meanwhile. Reload the page to see it',
      );
    }
    const details = changesOf({ lostReasons: [stored.join(', '), reasons.to.join(', ')] });
    if (!details) return { reasons: stored };

    const [company] = await tx
      .update(companies)
      .set({ lostReasons: [...reasons.to] })
      .where(eq(companies.id, id))
      .returning({ name: companies.name });
    const subject = { id, name: company?.name ?? '' };
    await recordAudit(tx, actor, { action: 'companies.saveLostReasons', subject, details });
    return { reasons: reasons.to };
  });
}
