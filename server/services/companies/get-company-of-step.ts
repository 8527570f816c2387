import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { NotFoundError } from '../errors.ts';

/**
 * The company of a step, for callers that are not bound to a company.
 *
 * @throws NotFoundError
 */
export async function getCompanyOfStep(db: Database, id: string): Promise<{ companyId: string }> {
  const [step] = await db
    .select({ companyId: steps.companyId })
    .from(steps)
    .where(eq(steps.id, id));
  if (!step) throw new NotFoundError(`There is no funnel step ${id}`);

  return step;
}
