import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#db/client.ts';
import { apiKeys, keyAlarms } from '#db/schema/api-keys.ts';
import { users } from '#db/schema/applications.ts';
import { funnels, steps } from '#db/schema/funnels.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import type { CompanyActor } from '../actor.ts';
import { keyStatus } from '../api-keys/key-view.ts';

const columns = {
  id: inboundAddresses.id,
  name: inboundAddresses.name,
  preset: inboundAddresses.preset,
  hint: inboundAddresses.hint,
  hasProof: sql<boolean>`${inboundAddresses.sealedProof} is not null`,
  networks: inboundAddresses.networks,
  form: inboundAddresses.form,
  createdAt: inboundAddresses.createdAt,
  createdBy: users.name,
  pausedAt: inboundAddresses.pausedAt,
  /** Until when the address before the last rotation works; null when it does not. */
  formerUntil:
    sql`case when ${inboundAddresses.formerUntil} > now() then ${inboundAddresses.formerUntil} end`.mapWith(
      inboundAddresses.formerUntil,
    ),
  apiKey: { id: apiKeys.id, name: apiKeys.name, status: keyStatus, lastUsedAt: apiKeys.lastUsedAt },
  /** A submission with its key of which no lead could be made, while it waits. */
  heldEntryId: sql<string | null>`${keyAlarms.figures} ->> 'entryId'`,
  isKeyDeleted: sql<boolean>`${apiKeys.deletedAt} is not null`,
  step: {
    id: steps.id,
    name: steps.name,
    funnelId: funnels.id,
    funnelName: funnels.name,
    isArchived: sql<boolean>`${steps.archivedAt} is not null or ${funnels.archivedAt} is not null`,
  },
};

/** Inbound addresses of a company as the panel shows them, by name, without the addresses themselves. */
export async function selectAddresses(db: Database, { companyId }: CompanyActor, which?: SQL) {
  const rows = await db
    .select(columns)
    .from(inboundAddresses)
    .innerJoin(
      apiKeys,
      and(eq(apiKeys.companyId, companyId), eq(apiKeys.id, inboundAddresses.apiKeyId)),
    )
    .innerJoin(steps, and(eq(steps.companyId, companyId), eq(steps.id, inboundAddresses.stepId)))
    .innerJoin(funnels, and(eq(funnels.companyId, companyId), eq(funnels.id, steps.funnelId)))
    .leftJoin(
      keyAlarms,
      and(
        eq(keyAlarms.companyId, companyId),
        eq(keyAlarms.apiKeyId, inboundAddresses.apiKeyId),
        eq(keyAlarms.kind, 'held'),
        isNull(keyAlarms.closedAt),
      ),
    )
    .leftJoin(users, eq(users.id, inboundAddresses.createdBy))
    .where(and(eq(inboundAddresses.companyId, companyId), which))
    .orderBy(asc(inboundAddresses.name), asc(inboundAddresses.id));

  return rows.map(({ apiKey, isKeyDeleted, ...row }) => ({
    ...row,
    apiKey: { ...apiKey, isDeleted: isKeyDeleted },
  }));
}

export type AddressDescription = Awaited<ReturnType<typeof selectAddresses>>[number];
