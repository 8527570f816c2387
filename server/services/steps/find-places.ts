import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import type { LeadOutcome } from '#db/values/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { ConflictError, NotFoundError } from '../errors.ts';

/** A step and its funnel, without counts of leads. */
export interface Place {
  id: string;
  name: string;
  /** The mark of the step. */
  outcome: LeadOutcome | null;
  archivedAt: Date | null;
  funnel: { id: string; name: string; archivedAt: Date | null };
}

/** Steps of the company by their ids, as far as they exist. */
export async function findPlaces(
  db: Database,
  { companyId }: CompanyActor,
  ids: readonly string[],
): Promise<Map<string, Place>> {
  const rows = await db
    .select({
      id: steps.id,
      name: steps.name,
      outcome: steps.outcome,
      archivedAt: steps.archivedAt,
      funnel: { id: funnels.id, name: funnels.name, archivedAt: funnels.archivedAt },
    })
    .from(steps)
    .innerJoin(funnels, and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)))
    .where(and(eq(steps.companyId, companyId), inArray(steps.id, [...ids])));

  return new Map(rows.map((row) => [row.id, row]));
}

/** Why a member may put no lead there; undefined when one may. */
export const refusalOf = ({ archivedAt, funnel }: Place): ConflictError | undefined =>
  archivedAt || funnel.archivedAt
    ? new ConflictError('This step is archived. Choose another one')
    : undefined;

/** @throws ConflictError when the step or its funnel is archived */
export function assertOpen(place: Place): void {
  const refusal = refusalOf(place);
  if (refusal) throw refusal;
}

/** @throws NotFoundError */
export async function findPlace(db: Database, actor: CompanyActor, id: string): Promise<Place> {
  const place = (await findPlaces(db, actor, [id])).get(id);
  if (!place) throw new NotFoundError('Step not found');

  return place;
}
