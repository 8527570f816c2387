import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { getApiKey } from './get-api-key.ts';
import { type IssuedApiKey, insertApiKey, type KeyDependencies } from './insert-api-key.ts';
import {
  checkExpiry,
  describeLimits,
  describeSettings,
  expiryOf,
  type NewApiKeySettings,
} from './key-settings.ts';

const withoutNulls = (details: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));

/** @throws NotFoundError, InvalidError, LimitReachedError */
export function createApiKey(
  db: Database,
  actor: ManagingActor,
  settings: NewApiKeySettings,
  dependencies: KeyDependencies,
): Promise<IssuedApiKey> {
  const { name, rateLimit, kind = 'live' } = settings;
  const values = {
    permissions: [...settings.permissions],
    expiresAt: expiryOf(settings),
    rateLimit,
  };

  return db.transaction(async (tx) => {
    const now = await lockCompany(tx, actor.companyId);
    const limits = await describeLimits(tx, actor.companyId, settings);
    checkExpiry(values.expiresAt, now);

    const { id, secret, hint } = await insertApiKey(
      tx,
      actor,
      { name, kind, ...values, limits: settings },
      dependencies,
    );
    const details = withoutNulls({
      key: hint,
      kind: kind === 'live' ? null : kind,
      ...describeSettings(values),
      ...limits,
    });
    await recordAudit(tx, actor, { action: 'apiKeys.create', subject: { id, name }, details });
    await announce(tx, 'keys');
    return { key: await getApiKey(tx, actor, { id }), secret };
  });
}
