import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { type ApiKeyActor, isLimited } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { isNoTest, isTest } from './lead-columns.ts';
import { isVisibleTo } from './visibility.ts';

export const leadNotFound = 'Lead not found';

const maxListed = 100;

const columns = {
  id: leads.id,
  contactId: sql<string>`coalesce(${leads.contactId}, ${leads.id})`,
  segment: leads.segment,
  status: leads.status,
  priority: leads.priority,
  temperature: leads.temperature,
  source: leads.source,
  medium: leads.medium,
  channel: leads.channel,
  createdAt: leads.createdAt,
  stepId: leads.stepId,
  externalLeadId: leads.externalLeadId,
};

/**
 * Leads as they are now, the newest first: for a limited key those in its funnels and steps, for a
 * test key its tests.
 */
async function select(db: Database, actor: ApiKeyActor, condition: SQL) {
  const { companyId, funnelIds, stepIds } = actor;
  const reach = isLimited(actor)
    ? or(inArray(steps.funnelId, [...funnelIds]), inArray(steps.id, [...stepIds]))
    : undefined;
  const rows = await db
    .select(columns)
    .from(leads)
    .innerJoin(steps, and(eq(steps.companyId, leads.companyId), eq(steps.id, leads.stepId)))
    .where(
      and(
        eq(leads.companyId, companyId),
        actor.isTestKey ? isTest : isNoTest,
        isVisibleTo(actor),
        condition,
        reach,
      ),
    )
    .orderBy(desc(leads.id))
    .limit(maxListed);

  return rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }));
}

/** @throws NotFoundError also for a lead outside the funnels and steps of a limited key */
export async function readLead(db: Database, actor: ApiKeyActor, id: string) {
  const [lead] = await select(db, actor, eq(leads.id, id));
  if (!lead) throw new NotFoundError(leadNotFound);
  return lead;
}

/** At most 100 leads with this external id, the newest first. */
export const listLeadsByExternalId = (db: Database, actor: ApiKeyActor, externalLeadId: string) =>
  select(db, actor, eq(leads.externalLeadId, externalLeadId));
