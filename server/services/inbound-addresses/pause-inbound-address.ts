import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { AddressDescription } from './address-view.ts';
import { getInboundAddress } from './get-inbound-address.ts';
import { isAddress, lockAddress } from './lock-address.ts';

function setPaused(
  db: Database,
  actor: ManagingActor,
  id: string,
  isPaused: boolean,
): Promise<AddressDescription> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const address = await lockAddress(tx, companyId, id);
    if ((address.pausedAt !== null) !== isPaused) {
      await tx
        .update(inboundAddresses)
        .set({ pausedAt: isPaused ? address.now : null })
        .where(isAddress(companyId, id));
      await recordAudit(tx, actor, {
        action: isPaused ? 'inboundAddresses.pause' : 'inboundAddresses.resume',
        subject: address,
        change: { keys: [address.apiKeyId] },
      });
      await announce(tx, 'keys');
    }
    return getInboundAddress(tx, actor, { id });
  });
}

/**
 * Until it is resumed, submissions are refused with 503, so that tools which try again do.
 *
 * @throws NotFoundError
 */
export const pauseInboundAddress = (db: Database, actor: ManagingActor, { id }: { id: string }) =>
  setPaused(db, actor, id, true);

/** @throws NotFoundError */
export const resumeInboundAddress = (db: Database, actor: ManagingActor, { id }: { id: string }) =>
  setPaused(db, actor, id, false);
