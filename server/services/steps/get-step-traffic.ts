import { and, asc, eq, isNull, or, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeySteps, apiKeys } from '#db/schema/api-keys.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import type { CompanyActor } from '../actor.ts';
import { getStep } from './get-step.ts';

/** Without a name: leads of deleted keys, and of none. */
type KeyCount = { id: string | null; name: string | null; leads: number };

interface StepTraffic {
  /** That the API created in the last 24 hours. */
  leads: number;
  /** Those with the most leads first, then those that are limited to steps with this one. */
  keys: { id: string; name: string; leads: number }[];
  /** Inbound addresses whose submissions become leads here. */
  addresses: { id: string; name: string }[];
}

/** By the key that sent them. */
const countByKey = (db: Database, companyId: string, stepId: string) =>
  db.execute<KeyCount>(sql`
    with received as (
      select l.api_key_id from leads l
      where l.company_id = ${companyId} and l.step_id = ${stepId}::uuid
        and l.created_at > now() - interval '24 hours' and l.origin = 'public_api'
        and not exists (
          select from lead_events moved
          where moved.company_id = ${companyId} and moved.lead_id = l.id and moved.type = 'moved')
      union all
      select l.api_key_id from lead_events moved
      join leads l on l.company_id = moved.company_id and l.id = moved.lead_id
      where moved.company_id = ${companyId} and moved.from_step_id = ${stepId}::uuid
        and moved.created_at > now() - interval '24 hours'
        and l.created_at > now() - interval '24 hours' and l.origin = 'public_api'
        and not exists (
          select from lead_events earlier
          where earlier.company_id = ${companyId} and earlier.lead_id = l.id
            and earlier.type = 'moved'
            and (earlier.created_at, earlier.id) < (moved.created_at, moved.id))
    )
    select k.id, k.name, count(*)::int as leads from received
    left join api_keys k
      on k.company_id = ${companyId} and k.id = received.api_key_id and k.deleted_at is null
    group by k.id, k.name order by leads desc, k.name, k.id`);

/** Keys that are limited to steps, among them this one. */
const listLimitedKeys = (db: Database, companyId: string, stepId: string) =>
  db
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeySteps)
    .innerJoin(apiKeys, and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, apiKeySteps.apiKeyId)))
    .where(
      and(
        eq(apiKeySteps.companyId, companyId),
        eq(apiKeySteps.stepId, stepId),
        isNull(apiKeys.deletedAt),
        or(isNull(apiKeys.deactivatedAt), sql`${apiKeys.deactivatedAt} > now()`),
        or(isNull(apiKeys.expiresAt), sql`${apiKeys.expiresAt} > now()`),
      ),
    )
    .orderBy(asc(apiKeys.name), asc(apiKeys.id));

const listAddresses = (db: Database, companyId: string, stepId: string) =>
  db
    .select({ id: inboundAddresses.id, name: inboundAddresses.name })
    .from(inboundAddresses)
    .where(and(eq(inboundAddresses.companyId, companyId), eq(inboundAddresses.stepId, stepId)))
    .orderBy(asc(inboundAddresses.name), asc(inboundAddresses.id));

/**
 * What reaches a step: leads that the API created in it in the last 24 hours, and the keys and
 * addresses that send to it. A lead that was moved since counts for the step that it was created in.
 *
 * @throws NotFoundError
 */
export async function getStepTraffic(
  db: Database,
  actor: CompanyActor,
  { id }: { id: string },
): Promise<StepTraffic> {
  const { companyId } = actor;
  await getStep(db, actor, { id });
  const [counts, limited, addresses] = await Promise.all([
    countByKey(db, companyId, id),
    listLimitedKeys(db, companyId, id),
    listAddresses(db, companyId, id),
  ]);
  const keys = counts.flatMap(({ id: keyId, name, leads }) =>
    keyId === null || name === null ? [] : [{ id: keyId, name, leads }],
  );
  const silent = limited.filter(({ id: keyId }) => !keys.some((key) => key.id === keyId));

  return {
    leads: counts.reduce((sum, { leads }) => sum + leads, 0),
    keys: [...keys, ...silent.map((key) => ({ ...key, leads: 0 }))],
    addresses,
  };
}
