import { and, eq } from 'drizzle-orm';
import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { apiKeys } from '#db/schema/api-keys.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import { type RotationOverlap, rotationOverlaps } from '#db/values/api-keys.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { lockCompany } from '../companies/lock-company.ts';
import { ConflictError } from '../errors.ts';
import { copyMapping } from './find-mapping.ts';
import { getApiKey } from './get-api-key.ts';
import { type IssuedApiKey, insertApiKey, type KeyDependencies } from './insert-api-key.ts';
import { readLimits } from './key-settings.ts';
import { hintOf } from './key-view.ts';
import { isKey, lockApiKey } from './lock-api-key.ts';

/**
 * Issues a new secret with the name, kind, access, expiry, rate and mapping of the old one. The old
 * one stops at once (`now`), or when the overlap has passed since the first use of the new one, which takes
 * over the inbound addresses then.
 *
 * @throws NotFoundError, LimitReachedError
 * @throws ConflictError when the key was rotated before, is inactive or has expired
 */
export function rotateApiKey(
  db: Database,
  actor: ManagingActor,
  { id, overlap }: { id: string; overlap: RotationOverlap },
  dependencies: KeyDependencies,
): Promise<IssuedApiKey> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    await lockCompany(tx, companyId);
    const old = await lockApiKey(tx, companyId, id);
    if (old.successorId) throw new ConflictError('This key was already rotated');
    if (old.status === 'inactive' || old.status === 'expired') {
      throw new ConflictError('Only a key that still works can be rotated');
    }

    const { name, kind, permissions, expiresAt, rateLimit } = old;
    const limits = await readLimits(tx, companyId, id);
    const successor = await insertApiKey(
      tx,
      actor,
      { name, kind, permissions, expiresAt, rateLimit, limits },
      dependencies,
    );
    await copyMapping(tx, companyId, { from: id, to: successor.id });
    await tx
      .update(apiKeys)
      .set({
        successorId: successor.id,
        overlapSeconds: rotationOverlaps[overlap],
        deactivatedAt: overlap === 'now' ? old.now : null,
      })
      .where(isKey(companyId, id));
    if (overlap === 'now') {
      await tx
        .update(inboundAddresses)
        .set({ apiKeyId: successor.id })
        .where(and(eq(inboundAddresses.companyId, companyId), eq(inboundAddresses.apiKeyId, id)));
    }
    const details = { key: { from: hintOf(old), to: successor.hint }, overlap };
    await recordAudit(tx, actor, { action: 'apiKeys.rotate', subject: old, details });
    await announce(tx, 'keys');
    return { key: await getApiKey(tx, actor, successor), secret: successor.secret };
  });
}
