import { and, eq } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { newId } from '../id.ts';
import { only } from './row.ts';

type FunnelOverrides = Partial<typeof funnels.$inferInsert> & { companyId: string };

/** A funnel after the company's other funnels, without steps. */
export async function createFunnel(db: Database, overrides: FunnelOverrides) {
  const position = await db.$count(funnels, eq(funnels.companyId, overrides.companyId));

  return only(
    await db
      .insert(funnels)
      .values({ id: newId(), name: `Funnel ${position + 1}`, position, ...overrides })
      .returning(),
  );
}

type StepOverrides = Partial<typeof steps.$inferInsert> & { companyId: string; funnelId: string };

/** A step after the funnel's other steps. */
export async function createStep(db: Database, overrides: StepOverrides) {
  const { companyId, funnelId } = overrides;
  const position = await db.$count(
    steps,
    and(eq(steps.companyId, companyId), eq(steps.funnelId, funnelId)),
  );

  return only(
    await db
      .insert(steps)
      .values({ id: newId(), name: `Step ${position + 1}`, position, ...overrides })
      .returning(),
  );
}
