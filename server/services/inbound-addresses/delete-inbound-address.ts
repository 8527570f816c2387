import { announce } from '#db/announce.ts';
import type { Database } from '#db/client.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { InvalidError } from '../errors.ts';
import { isAddress, lockAddress } from './lock-address.ts';

/**
 * From now on the address is unknown. Its key stays, as do its leads and requests.
 *
 * @param input `name` is what the user typed to confirm
 * @throws NotFoundError
 * @throws InvalidError when the typed name is another
 */
export function deleteInboundAddress(
  db: Database,
  actor: ManagingActor,
  { id, name }: { id: string; name: string },
): Promise<{ id: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const address = await lockAddress(tx, companyId, id);
    if (name.trim() !== address.name) {
      throw new InvalidError('Type the name as it is shown', 'name');
    }
    await tx.delete(inboundAddresses).where(isAddress(companyId, id));
    await recordAudit(tx, actor, {
      action: 'inboundAddresses.delete',
      subject: address,
      details: { address: address.hint },
      change: { keys: [address.apiKeyId] },
    });
    await announce(tx, 'keys');
    return { id };
  });
}
