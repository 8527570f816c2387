import type { Database } from '#db/client.ts';
import { apiKeyFunnels, apiKeySteps, apiKeys, keyAlarms } from '#db/schema/api-keys.ts';
import { newId } from '../id.ts';
import { only, suffix } from './row.ts';

type ApiKeyOverrides = Partial<typeof apiKeys.$inferInsert> & {
  companyId: string;
  secretHash: Uint8Array;
  prefix: string;
  last4: string;
  /** Without either, the key may use every step of the company. */
  funnelIds?: readonly string[];
  stepIds?: readonly string[];
};

/** An active key that never expires and may create leads. */
export async function createApiKey(db: Database, overrides: ApiKeyOverrides) {
  const { funnelIds = [], stepIds = [], ...columns } = overrides;

  const key = only(
    await db
      .insert(apiKeys)
      .values({
        id: newId(),
        name: `Key ${suffix()}`,
        permissions: ['leads:create'],
        secretCopiedAt: new Date(),
        ...columns,
      })
      .returning(),
  );
  const owner = { companyId: key.companyId, apiKeyId: key.id };
  if (funnelIds.length > 0) {
    await db.insert(apiKeyFunnels).values(funnelIds.map((funnelId) => ({ ...owner, funnelId })));
  }
  if (stepIds.length > 0) {
    await db.insert(apiKeySteps).values(stepIds.map((stepId) => ({ ...owner, stepId })));
  }

  return key;
}

export type KeyAlarm = Pick<
  typeof keyAlarms.$inferInsert,
  'companyId' | 'apiKeyId' | 'figures' | 'startedAt'
>;

/** An open alarm of a key, found when it began. The check of keys closes it unless the key is in use. */
export async function createKeyAlarm(db: Database, alarm: KeyAlarm): Promise<void> {
  const { figures, startedAt } = alarm;
  await db.insert(keyAlarms).values({ ...alarm, kind: figures.kind, openedAt: startedAt });
}
