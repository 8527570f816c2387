import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { listMembers } from '../members/list-members.ts';
import { isNoTest } from './lead-columns.ts';
import { isVisibleTo } from './visibility.ts';

/** Sources and campaigns are those of so many newest leads, as far as the actor sees them. */
const leadsRead = 10_000;
/** More are of no use in a list to choose from. */
const choicesMax = 200;

interface Origin {
  source: string;
  campaign: string | null;
  leads: number;
}

/** The values with the most leads first. */
function mostUsed(origins: readonly Origin[], field: 'source' | 'campaign'): string[] {
  const uses = new Map<string, number>();
  for (const { [field]: value, leads: count } of origins) {
    if (value !== null) uses.set(value, (uses.get(value) ?? 0) + count);
  }
  return Array.from(uses)
    .sort(([one, ofOne], [other, ofOther]) => ofOther - ofOne || (one < other ? -1 : 1))
    .slice(0, choicesMax)
    .map(([value]) => value);
}

/** What the leads of a company can be filtered by. Archived funnels and steps have leads too. */
export async function listFilterChoices(db: Database, actor: CompanyActor) {
  const { companyId } = actor;
  const newest = db
    .select({
      source: leads.source,
      campaign: leads.campaignName,
      isSeen: sql<boolean>`(${and(isNoTest, isVisibleTo(actor))})`.as('is_seen'),
    })
    .from(leads)
    .where(eq(leads.companyId, companyId))
    .orderBy(desc(leads.id))
    .limit(leadsRead)
    .as('newest');
  const [places, members, keys, origins] = await Promise.all([
    db
      .select({
        id: steps.id,
        name: steps.name,
        archivedAt: steps.archivedAt,
        funnel: { id: funnels.id, name: funnels.name, archivedAt: funnels.archivedAt },
      })
      .from(steps)
      .innerJoin(
        funnels,
        and(eq(funnels.companyId, steps.companyId), eq(funnels.id, steps.funnelId)),
      )
      .where(eq(steps.companyId, companyId))
      .orderBy(asc(funnels.position), asc(funnels.id), asc(steps.position), asc(steps.id)),
    listMembers(db, actor),
    db
      .select({ id: apiKeys.id, name: apiKeys.name })
      .from(apiKeys)
      .where(and(eq(apiKeys.companyId, companyId), isNull(apiKeys.deletedAt)))
      .orderBy(asc(apiKeys.name), asc(apiKeys.id)),
    db
      .select({
        source: newest.source,
        campaign: newest.campaign,
        leads: sql<number>`count(*)`.mapWith(Number),
      })
      .from(newest)
      .where(sql`${newest.isSeen}`)
      .groupBy(newest.source, newest.campaign),
  ]);

  return {
    steps: places.map(({ archivedAt, funnel, ...step }) => ({
      ...step,
      funnel: { id: funnel.id, name: funnel.name },
      isArchived: archivedAt !== null || funnel.archivedAt !== null,
    })),
    members,
    keys,
    sources: mostUsed(origins, 'source'),
    campaigns: mostUsed(origins, 'campaign'),
  };
}
