import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import type { ManagingActor } from '../actor.ts';
import { changesOf, recordAudit } from '../audit/record-audit.ts';
import { getApiKey } from './get-api-key.ts';
import {
  type ApiKeySettings,
  checkExpiry,
  describeLimits,
  describeSettings,
  expiryOf,
  readLimits,
  writeLimits,
} from './key-settings.ts';
import type { ApiKeyDescription } from './key-view.ts';
import { isKey, lockApiKey } from './lock-api-key.ts';

const sorted = (ids: readonly string[]) => [...new Set(ids)].sort().join();
const differ = (some: readonly string[], others: readonly string[]) =>
  sorted(some) !== sorted(others);

/**
 * An expired key may keep its expiry, so that its name can be corrected.
 *
 * @throws NotFoundError, InvalidError
 */
export function updateApiKey(
  db: Database,
  actor: ManagingActor,
  { id, ...settings }: ApiKeySettings & { id: string },
): Promise<ApiKeyDescription> {
  const { companyId } = actor;
  const { name, permissions, rateLimit = null } = settings;
  const expiresAt = expiryOf(settings);

  return db.transaction(async (tx) => {
    const key = await lockApiKey(tx, companyId, id);
    const limits = await readLimits(tx, companyId, id);
    const were = { ...describeSettings(key), ...(await describeLimits(tx, companyId, limits)) };
    const become = {
      ...describeSettings({ permissions, expiresAt, rateLimit }),
      ...(await describeLimits(tx, companyId, settings)),
    };
    checkExpiry(expiresAt, key.now, key.expiresAt);

    const details = changesOf({
      name: [key.name, name],
      permissions: [were.permissions, become.permissions],
      expiresAt: [were.expiresAt, become.expiresAt],
      rateLimit: [were.rateLimit, become.rateLimit],
      funnels: [were.funnels, become.funnels, differ(limits.funnelIds, settings.funnelIds)],
      steps: [were.steps, become.steps, differ(limits.stepIds, settings.stepIds)],
    });
    if (details) {
      await tx
        .update(apiKeys)
        .set({ name, permissions: [...permissions], expiresAt, rateLimit })
        .where(isKey(companyId, id));
      await writeLimits(tx, companyId, id, settings);
      await recordAudit(tx, actor, { action: 'apiKeys.update', subject: { id, name }, details });
      await announce(tx, 'keys');
    }

    return getApiKey(tx, actor, { id });
  });
}
