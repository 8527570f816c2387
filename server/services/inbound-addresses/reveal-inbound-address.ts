import type { Database } from '#db/client.ts';
import { inboundAddresses } from '#db/schema/inbound-addresses.ts';
import type { ManagingActor } from '../actor.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { addressNotFound, isAddress } from './lock-address.ts';
import { type AddressDependencies, sealedFor } from './new-address.ts';

/**
 * The whole address, to paste it into the tool again. The audit log says who has seen it.
 *
 * @throws NotFoundError
 * @throws ConflictError when the secret that sealed it is gone
 */
export function revealInboundAddress(
  db: Database,
  actor: ManagingActor,
  { id }: { id: string },
  { bodySeal }: Pick<AddressDependencies, 'bodySeal'>,
): Promise<{ address: string }> {
  const { companyId } = actor;

  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ name: inboundAddresses.name, sealed: inboundAddresses.sealedAddress })
      .from(inboundAddresses)
      .where(isAddress(companyId, id));
    if (!row) throw new NotFoundError(addressNotFound);

    const address = bodySeal.open(row.sealed, sealedFor(companyId, id))?.toString();
    if (address === undefined) {
      throw new ConflictError('The address can no longer be shown: rotate it to get a new one');
    }
    await recordAudit(tx, actor, {
      action: 'inboundAddresses.reveal',
      subject: { id, name: row.name },
    });
    return { address };
  });
}
