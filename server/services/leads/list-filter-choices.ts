import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { eachFilterKey, fieldFilters } from '#db/values/lead-fields.ts';
import type { CompanyActor } from '../actor.ts';
import { listMembers } from '../members/list-members.ts';
import { columnsOf, isNoTest } from './lead-columns.ts';
import { isVisibleTo } from './visibility.ts';

/** Values are those of so many newest leads, as far as the actor sees them. */
const leadsRead = 10_000;
/** More are of no use in a list to choose from. */
const choicesMax = 200;

const valueFields = ['source', ...fieldFilters.map(({ name }) => name)] as const;

interface Use {
  field: string;
  value: string;
  leads: number;
}

/** The values with the most leads first. */
const mostUsed = (uses: readonly Use[], field: (typeof valueFields)[number]): string[] =>
  uses
    .filter((use) => use.field === field)
    .sort((one, other) => other.leads - one.leads || (one.value < other.value ? -1 : 1))
    .slice(0, choicesMax)
    .map(({ value }) => value);

/** The values of the newest leads, and how many leads have each. */
async function countValues(db: Database, actor: CompanyActor): Promise<Use[]> {
  const newest = db
    .select({
      ...columnsOf(fieldFilters.map(({ name }) => name)),
      source: leads.source,
      isSeen: sql<boolean>`(${and(isNoTest, isVisibleTo(actor))})`.as('is_seen'),
    })
    .from(leads)
    .where(eq(leads.companyId, actor.companyId))
    .orderBy(desc(leads.id))
    .limit(leadsRead)
    .as('newest');
  const values = valueFields.map((field) => sql`(${field}::text, ${newest[field]})`);
  return db
    .select({
      field: sql<string>`field`,
      value: sql<string>`value`,
      leads: sql<number>`count(*)`.mapWith(Number),
    })
    .from(newest)
    .crossJoinLateral(sql`(values ${sql.join(values, sql`, `)}) as sent (field, value)`)
    .where(sql`${newest.isSeen} and value is not null`)
    .groupBy(sql`field`, sql`value`);
}

/** What the leads of a company can be filtered by. Archived funnels and steps have leads too. */
export async function listFilterChoices(db: Database, actor: CompanyActor) {
  const { companyId } = actor;
  const [places, members, keys, uses] = await Promise.all([
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
    countValues(db, actor),
  ]);

  return {
    steps: places.map(({ archivedAt, funnel, ...step }) => ({
      ...step,
      funnel: { id: funnel.id, name: funnel.name },
      isArchived: archivedAt !== null || funnel.archivedAt !== null,
    })),
    members,
    keys,
    sources: mostUsed(uses, 'source'),
    ...eachFilterKey(({ name }) => mostUsed(uses, name)),
  };
}
