import { and, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { steps } from '#db/schema/funnels.ts';
import { leads } from '#db/schema/leads.ts';
import { type ApiKeyActor, isLimited } from '../actor.ts';
import { NotFoundError } from '../errors.ts';
import { isNoTest, isTest } from './lead-columns.ts';
import { isVisibleTo } from './visibility.ts';

export const leadNotFound = 'Lead not found';
export const stepNotFound = 'Funnel step not found';

export const maxListed = 100;

/** What a key reads of a lead. */
export const keyColumns = {
  id: leads.id,
  contactId: sql<string>`coalesce(${leads.contactId}, ${leads.id})`.as('contact_id'),
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

/** Which leads of its steps a key reads: a test key the tests, and no other key does. */
export const isReadBy = (actor: ApiKeyActor) =>
  and(
    eq(leads.companyId, actor.companyId),
    actor.isTestKey ? isTest : isNoTest,
    isVisibleTo(actor),
  );

/** The steps whose leads a key reads: of a limited key its own and those of its funnels. */
export const isStepOf = (actor: ApiKeyActor) =>
  and(
    eq(steps.companyId, actor.companyId),
    isLimited(actor)
      ? or(inArray(steps.funnelId, [...actor.funnelIds]), inArray(steps.id, [...actor.stepIds]))
      : undefined,
  );

export const withTime = <Row extends { createdAt: Date }>({ createdAt, ...row }: Row) => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** Leads as they are now, the newest first. */
async function select(db: Database, actor: ApiKeyActor, condition: SQL) {
  const rows = await db
    .select(keyColumns)
    .from(leads)
    .innerJoin(steps, and(eq(steps.companyId, leads.companyId), eq(steps.id, leads.stepId)))
    .where(and(isReadBy(actor), condition, isStepOf(actor)))
    .orderBy(desc(leads.id))
    .limit(maxListed);

  return rows.map(withTime);
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
