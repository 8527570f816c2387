import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { isNoTest, isTest } from '../leads/lead-columns.ts';
import { isVisibleTo } from '../leads/visibility.ts';
import { instantOf } from '../sql.ts';
import { getApiKey } from './get-api-key.ts';

/** Milliseconds around the first use of a key in which its first lead is looked for. */
const before = 10_000;
const after = 600_000;

/**
 * The first lead of a key, if it came within ten minutes of the key's first use. Leads have no index
 * by key: only those of that time are read, step by step.
 *
 * @throws NotFoundError for the key
 */
export async function findFirstLead(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
): Promise<{ lead: { id: string; name: string } | null }> {
  const { companyId } = actor;
  const { firstUsedAt, kind } = await getApiKey(db, actor, { id });
  if (!firstUsedAt) return { lead: null };

  const since = new Date(firstUsedAt.getTime() - before);
  const until = new Date(firstUsedAt.getTime() + after);
  const ofStep = db
    .select({ id: leads.id, name: leads.name, createdAt: leads.createdAt })
    .from(leads)
    .where(
      and(
        eq(leads.companyId, companyId),
        eq(leads.stepId, steps.id),
        eq(leads.apiKeyId, id),
        kind === 'rehearsal' ? isTest : isNoTest,
        isVisibleTo(actor),
        sql`${leads.createdAt} between ${instantOf(since)} and ${instantOf(until)}`,
      ),
    )
    .orderBy(asc(leads.createdAt), asc(leads.id))
    .limit(1)
    .as('of_step');
  const [lead] = await db
    .select({ id: ofStep.id, name: ofStep.name })
    .from(steps)
    .crossJoinLateral(ofStep)
    .where(eq(steps.companyId, companyId))
    .orderBy(asc(ofStep.createdAt), asc(ofStep.id))
    .limit(1);

  return { lead: lead ?? null };
}
