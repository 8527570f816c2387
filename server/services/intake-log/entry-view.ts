import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { intakeLog } from '#db/schema/intake-log.ts';
import { leads } from '#db/schema/leads.ts';
import type { CompanyActor } from '../actor.ts';
import { isReadableBy, isRestricted } from '../leads/visibility.ts';

/** The key and the step of a request. */
export const sourceColumns = {
  apiKey: { id: apiKeys.id, name: apiKeys.name, deletedAt: apiKeys.deletedAt },
  step: { id: steps.id, name: steps.name },
  funnelName: funnels.name,
};

interface Source {
  apiKey: { id: string; name: string; deletedAt: Date | null } | null;
  step: { id: string; name: string } | null;
  funnelName: string | null;
}

/** The step is null when it is unknown, or another company's. */
export const describeSource = ({ apiKey, step, funnelName }: Source) => ({
  apiKey: apiKey && { id: apiKey.id, name: apiKey.name, isDeleted: apiKey.deletedAt !== null },
  step: step && { ...step, funnelName: funnelName ?? '' },
});

const columns = {
  id: intakeLog.id,
  groupId: intakeLog.groupId,
  at: intakeLog.at,
  status: intakeLog.status,
  outcome: intakeLog.outcome,
  message: intakeLog.message,
  requestId: intakeLog.requestId,
  item: intakeLog.item,
  ignoredFields: intakeLog.ignoredFields,
  body: intakeLog.body,
  hasLead: sql<boolean>`${intakeLog.leadId} is not null`,
  lead: { id: leads.id, name: leads.name },
  ...sourceColumns,
};

/** Entries, the newest first, each with its key and step, and the lead where the actor may read it. */
export async function readEntries(db: Database, actor: CompanyActor, which: SQL) {
  const { companyId } = actor;
  const rows = await db
    .select(columns)
    .from(intakeLog)
    .leftJoin(
      leads,
      and(eq(leads.companyId, companyId), eq(leads.id, intakeLog.leadId), isReadableBy(actor)),
    )
    .leftJoin(apiKeys, and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, intakeLog.apiKeyId)))
    .leftJoin(steps, and(eq(steps.companyId, companyId), eq(steps.id, intakeLog.stepId)))
    .leftJoin(funnels, and(eq(funnels.companyId, companyId), eq(funnels.id, steps.funnelId)))
    .where(and(eq(intakeLog.companyId, companyId), which))
    .orderBy(desc(intakeLog.id));

  return rows.map(({ apiKey, hasLead, step, funnelName, ...row }) => ({
    ...row,
    ...describeSource({ apiKey, step, funnelName }),
    // What was sent is as personal as the lead, and without a lead it may be of any person.
    isMasked: hasLead ? row.lead === null : isRestricted(actor),
  }));
}

export const hasIdIn = (ids: readonly string[]): SQL => inArray(intakeLog.id, [...ids]);

export type LogEntry = Awaited<ReturnType<typeof readEntries>>[number];
