import { eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import type { CompanyActor } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { type StepDescription, selectSteps } from './step-summary.ts';

/** @throws NotFoundError */
export async function getStep(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
): Promise<StepDescription> {
  const [step] = await selectSteps(db, actor, eq(steps.id, id));
  if (!step) throw new NotFoundError('Step not found');

  return step;
}
