import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import { type RotationOverlap, rotationOverlaps } from '#db/values/api-keys.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { AddressDescription } from './address-view.ts';
import { getInboundAddress } from './get-inbound-address.ts';
import { isAddress, lockAddress } from './lock-address.ts';
import { type AddressDependencies, newAddress } from './new-address.ts';

/**
 * Replaces an address by a new one. The old one works until the overlap has passed; the one before
 * that ends at once.
 *
 * @throws NotFoundError
 */
export function rotateInboundAddress(
  db: Database,
  actor: ManagingActor,
  { id, overlap }: { id: string; overlap: RotationOverlap },
  dependencies: AddressDependencies,
): Promise<{ item: AddressDescription; address: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const old = await lockAddress(tx, companyId, id);
    const { address, columns } = newAddress({ companyId, id }, dependencies);
    const seconds = rotationOverlaps[overlap];
    await tx
      .update(inboundAddresses)
      .set({
        ...columns,
        formerHash: seconds > 0 ? old.addressHash : null,
        formerUntil: seconds > 0 ? new Date(old.now.getTime() + seconds * 1_000) : null,
      })
      .where(isAddress(companyId, id));
    await recordAudit(tx, actor, {
      action: 'inboundAddresses.rotate',
      subject: old,
      details: { address: { from: old.hint, to: columns.hint }, formerStops: overlap },
      change: { keys: [old.apiKeyId] },
    });
    await announce(tx, 'keys');
    return { item: await getInboundAddress(tx, actor, { id }), address };
  });
}
